import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Rewrites a jar of classes for a JDK before 6, such as picocli's, as classes for a JDK of today:
 * the same instructions with the stack maps that newer versions ask for. The JDK keeps no older
 * class in an AOT cache, and so would read and verify each anew at every start. A jar that is new
 * enough stays as it is. Run by the build of the command line.
 */
final class ModernClasses {

  /** The first version whose classes an AOT cache takes. */
  private static final int FIRST_KEPT = ClassFile.JAVA_6_VERSION;

  private static final int WRITTEN = ClassFile.JAVA_17_VERSION;

  private ModernClasses() {}

  public static void main(String[] arguments) throws IOException {
    for (String jar : arguments) {
      rewrite(Path.of(jar));
    }
  }

  private static void rewrite(Path jar) throws IOException {
    Path rewritten = jar.resolveSibling(jar.getFileName() + ".rewritten");
    boolean changed = false;
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        ZipFile in = new ZipFile(jar.toFile());
        OutputStream file = Files.newOutputStream(rewritten);
        ZipOutputStream out = new ZipOutputStream(file)) {
      // Stack maps name the nearest class that two others share, wherever it comes from.
      ClassFile classes =
          ClassFile.of(
              StackMapsOption.GENERATE_STACK_MAPS,
              ClassHierarchyResolverOption.of(
                  ClassHierarchyResolver.ofResourceParsing(loader)
                      .orElse(ClassHierarchyResolver.defaultResolver())));
      for (ZipEntry entry : Collections.list(in.entries())) {
        byte[] bytes;
        try (InputStream content = in.getInputStream(entry)) {
          bytes = content.readAllBytes();
        }
        if (entry.getName().endsWith(".class")) {
          ClassModel old = classes.parse(bytes);
          if (old.majorVersion() < FIRST_KEPT) {
            bytes = modern(classes, old);
            changed = true;
          }
        }
        ZipEntry copy = new ZipEntry(entry.getName());
        // The same input makes the same jar.
        copy.setTime(entry.getTime());
        out.putNextEntry(copy);
        out.write(bytes);
        out.closeEntry();
      }
    }
    if (changed) {
      Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
    } else {
      Files.delete(rewritten);
    }
  }

  private static byte[] modern(ClassFile classes, ClassModel old) {
    // Bodies are taken apart and put together again, for otherwise they would be copied unseen.
    ClassTransform bodies =
        ClassTransform.transformingMethodBodies((code, instruction) -> code.with(instruction));
    ClassTransform version =
        (builder, element) -> {
          if (element instanceof ClassFileVersion) {
            builder.withVersion(WRITTEN, 0);
          } else {
            builder.with(element);
          }
        };
    return classes.transformClass(old, bodies.andThen(version));
  }
}
