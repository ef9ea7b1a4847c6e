package org.shmem4j.junit.internal;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.NotSerializableException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.OutputStream;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.shmem4j.junit.Form;
import org.shmem4j.shmem.Shmem;

/** A value on its way from JUnit to the PEs. */
sealed interface Passed extends Serializable {
  /** What a PE gets. */
  Object at(Shmem shmem, PeTestInfo info, ClassLoader loader)
      throws IOException, ReflectiveOperationException;

  /**
   * Packs a value.
   *
   * @param what says which value it is, in errors
   */
  static Passed of(Object value, Class<?> type, String what, Form form) {
    if (type == Shmem.class) {
      return new Handle();
    }
    if (value instanceof TestInfo) {
      return new Info();
    }
    if (form == Form.THREADS && value != null && SharedClasses.isOfJunit(value.getClass())) {
      return new Same(value);
    }
    try {
      return new Copy(write(value));
    } catch (IOException e) {
      throw new ExtensionConfigurationException(
          "a value reaches the PEs as a serialized copy: "
              + what
              + " type="
              + value.getClass().getName()
              + (e instanceof NotSerializableException ? " notSerializable=" : " reason=")
              + e.getMessage()
              + "; pass an enum, a record that implements Serializable or a type of the JDK, and"
              + " make the rest, lambdas too, inside the test",
          e);
    }
  }

  private static byte[] write(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new PathsAsText(bytes)) {
      out.writeObject(value);
    }
    return bytes.toByteArray();
  }

  /** The PE's own handle. */
  record Handle() implements Passed {
    @Override
    public Object at(Shmem shmem, PeTestInfo info, ClassLoader loader) {
      return shmem;
    }
  }

  /** The test's description, with the PE's own classes. */
  record Info() implements Passed {
    @Override
    public Object at(Shmem shmem, PeTestInfo info, ClassLoader loader)
        throws ReflectiveOperationException {
      return info.in(loader);
    }
  }

  /** An object of JUnit's, which threads share. */
  @SuppressWarnings("serial") // it never is written
  record Same(Object value) implements Passed {
    @Override
    public Object at(Shmem shmem, PeTestInfo info, ClassLoader loader) {
      return value;
    }
  }

  /** A copy, of the PE's own classes. */
  @SuppressWarnings("ArrayRecordComponent") // nobody compares or changes it
  record Copy(byte[] bytes) implements Passed {
    @Override
    public Object at(Shmem shmem, PeTestInfo info, ClassLoader loader)
        throws IOException, ReflectiveOperationException {
      try (ObjectInputStream in = new ClassesOf(loader, new ByteArrayInputStream(bytes))) {
        return in.readObject();
      }
    }
  }

  /** Writes paths, which are not serializable, as files, which are. */
  final class PathsAsText extends ObjectOutputStream {
    PathsAsText(OutputStream out) throws IOException {
      super(out);
      enableReplaceObject(true);
    }

    @Override
    protected Object replaceObject(Object value) {
      return value instanceof Path path ? new PathText(path.toString()) : value;
    }
  }

  /** A path of the default file system. */
  record PathText(String text) implements Serializable {
    private Object readResolve() {
      return Path.of(text);
    }
  }

  /** Reads objects of a loader's classes. */
  final class ClassesOf extends ObjectInputStream {
    private final ClassLoader loader;

    ClassesOf(ClassLoader loader, InputStream in) throws IOException {
      super(in);
      this.loader = loader;
    }

    @Override
    protected Class<?> resolveClass(ObjectStreamClass description)
        throws IOException, ClassNotFoundException {
      try {
        return Class.forName(description.getName(), false, loader);
      } catch (ClassNotFoundException e) {
        return super.resolveClass(description); // int.class and its like
      }
    }

    @Override
    @SuppressWarnings("deprecation") // it finds the class whatever its modules
    protected Class<?> resolveProxyClass(String[] interfaces) throws ClassNotFoundException {
      Class<?>[] found = new Class<?>[interfaces.length];
      for (int i = 0; i < found.length; i++) {
        found[i] = Class.forName(interfaces[i], false, loader);
      }
      return Proxy.getProxyClass(loader, found);
    }
  }
}
