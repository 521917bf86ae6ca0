package dev.carillon.engine.store;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Matcher;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.ParsedSql;
import org.jdbi.v3.core.statement.SqlParser;
import org.jdbi.v3.core.statement.SqlStatements;
import org.jdbi.v3.core.statement.StatementContext;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * Finds the parameters of a statement for Jdbi in the way {@link Sql} does. Jdbi's own way takes a
 * generated grammar, whose classes and tables are a noticeable part of a start. Our statements come
 * from files and are few, so what was found is kept.
 */
final class NamedParameters implements SqlParser {

  private final ConcurrentMap<String, ParsedSql> known = new ConcurrentHashMap<>();

  static Jdbi on(Jdbi jdbi) {
    // No statement of ours is a template.
    jdbi.getConfig(SqlStatements.class)
        .setSqlParser(new NamedParameters())
        .setTemplateEngine(TemplateEngine.NOP);
    return jdbi;
  }

  @Override
  public ParsedSql parse(String sql, StatementContext context) {
    return known.computeIfAbsent(sql, NamedParameters::parse);
  }

  private static ParsedSql parse(String sql) {
    ParsedSql.Builder parsed = ParsedSql.builder();
    Matcher parameter = Sql.PARAMETER.matcher(sql);
    int from = 0;
    while (parameter.find()) {
      parsed.append(sql.substring(from, parameter.start()));
      parsed.appendNamedParameter(parameter.group(1));
      from = parameter.end();
    }
    return parsed.append(sql.substring(from)).build();
  }

  @Override
  public String nameParameter(String rawName, StatementContext context) {
    return ":" + rawName;
  }
}
