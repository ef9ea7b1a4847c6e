package org.shmem4j.shmem;

/**
 * The primitive types that symmetric arrays are made of.
 *
 * @param <A> the array of that type
 */
public final class ElementType<A extends SymmetricArray> {
  /** 8-bit integers. */
  public static final ElementType<SymmetricBytes> BYTE =
      new ElementType<>("bytes", Byte.BYTES, SymmetricBytes::new);

  /** 16-bit integers. */
  public static final ElementType<SymmetricShorts> SHORT =
      new ElementType<>("shorts", Short.BYTES, SymmetricShorts::new);

  /** 32-bit integers. */
  public static final ElementType<SymmetricInts> INT =
      new ElementType<>("ints", Integer.BYTES, SymmetricInts::new);

  /** 64-bit integers. */
  public static final ElementType<SymmetricLongs> LONG =
      new ElementType<>("longs", Long.BYTES, SymmetricLongs::new);

  /** 32-bit floating point. */
  public static final ElementType<SymmetricFloats> FLOAT =
      new ElementType<>("floats", Float.BYTES, SymmetricFloats::new);

  /** 64-bit floating point. */
  public static final ElementType<SymmetricDoubles> DOUBLE =
      new ElementType<>("doubles", Double.BYTES, SymmetricDoubles::new);

  interface Factory<A> {
    A create(ShmemContext scope, int id, long offset, long length);
  }

  private final String plural;
  private final int bytes;
  private final Factory<A> factory;

  private ElementType(String plural, int bytes, Factory<A> factory) {
    this.plural = plural;
    this.bytes = bytes;
    this.factory = factory;
  }

  /** Bytes of an element. */
  public int bytes() {
    return bytes;
  }

  A create(ShmemContext scope, int id, long offset, long length) {
    return factory.create(scope, id, offset, length);
  }

  /** The elements' name, such as "longs". */
  @Override
  public String toString() {
    return plural;
  }
}
