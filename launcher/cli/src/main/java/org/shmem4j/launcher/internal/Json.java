package org.shmem4j.launcher.internal;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;

/** Writes a report as one JSON document. */
public final class Json {
  private Json() {}

  /** Writes records, maps and lists of them, with a line feed at the end. */
  public static String write(Object report) {
    try {
      return new ObjectMapper()
              .enable(SerializationFeature.INDENT_OUTPUT)
              .writeValueAsString(report)
          + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("the report cannot be written as JSON", e);
    }
  }
}
