/** The launcher's implementation; nothing here is for other modules. */
package org.shmem4j.launcher.internal;
