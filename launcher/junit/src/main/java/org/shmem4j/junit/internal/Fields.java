package org.shmem4j.junit.internal;

import java.lang.reflect.Field;
import org.junit.platform.commons.JUnitException;

/** Reads and writes fields of test instances, private ones too. */
final class Fields {
  private Fields() {}

  static Object get(Field field, Object instance) {
    try {
      field.setAccessible(true);
      return field.get(instance);
    } catch (IllegalAccessException e) {
      throw new JUnitException("cannot read a field: field=" + field, e);
    }
  }

  static void set(Field field, Object instance, Object value) {
    try {
      field.setAccessible(true);
      field.set(instance, value);
    } catch (IllegalAccessException e) {
      throw new JUnitException("cannot set a field: field=" + field, e);
    }
  }
}
