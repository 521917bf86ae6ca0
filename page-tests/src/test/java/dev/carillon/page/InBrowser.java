package dev.carillon.page;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.DisplayNameGeneration;
import org.junit.jupiter.api.DisplayNameGenerator;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests that need a browser; see {@link BrowserCondition} for what becomes of them without one. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(BrowserCondition.class)
@DisplayNameGeneration(DisplayNameGenerator.ReplaceUnderscores.class)
@interface InBrowser {}
