package org.shmem4j.shmem.sim.load;

import java.nio.ByteBuffer;
import java.security.ProtectionDomain;

/**
 * What a class loader needs to define a class.
 *
 * @param problem why the bytes are those of the class file; null if they were rewritten
 */
record Definition(ByteBuffer bytes, ProtectionDomain domain, String problem) {}
