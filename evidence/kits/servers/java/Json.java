import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads JSON strictly: objects as maps, arrays as lists, numbers as doubles. Throws at the first mistake. */
final class Json {
  final String text;
  int at = 0;

  Json(String text) {
    this.text = text;
  }

  static Object read(String text) {
    Json json = new Json(text);
    Object value = json.value();
    json.skip();
    if (json.at < text.length()) throw new IllegalArgumentException();
    return value;
  }

  void skip() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
  }

  char next() {
    skip();
    if (at == text.length()) throw new IllegalArgumentException();
    return text.charAt(at);
  }

  void expect(char wanted) {
    if (next() != wanted) throw new IllegalArgumentException();
    at++;
  }

  boolean took(char wanted) {
    if (next() != wanted) return false;
    at++;
    return true;
  }

  Object value() {
    switch (next()) {
      case '{' -> {
        at++;
        Map<String, Object> object = new HashMap<>();
        if (took('}')) return object;
        do {
          String name = string();
          expect(':');
          object.put(name, value());
        } while (took(','));
        expect('}');
        return object;
      }
      case '[' -> {
        at++;
        List<Object> list = new ArrayList<>();
        if (took(']')) return list;
        do list.add(value());
        while (took(','));
        expect(']');
        return list;
      }
      case '"' -> {
        return string();
      }
      default -> {
        Matcher word = Pattern.compile("true|false|null|-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?").matcher(text);
        if (!word.find(at) || word.start() != at) throw new IllegalArgumentException();
        at = word.end();
        return switch (word.group()) {
          case "true" -> true;
          case "false" -> false;
          case "null" -> null;
          default -> Double.valueOf(word.group());
        };
      }
    }
  }

  String string() {
    expect('"');
    StringBuilder read = new StringBuilder();
    for (char letter; (letter = text.charAt(at++)) != '"'; ) {
      if (letter < ' ') throw new IllegalArgumentException();
      if (letter != '\\') {
        read.append(letter);
        continue;
      }
      char escape = text.charAt(at++);
      int known = "\"\\/bfnrt".indexOf(escape);
      if (escape == 'u') {
        read.append((char) Integer.parseInt(text.substring(at, at + 4), 16));
        at += 4;
      } else if (known >= 0) read.append("\"\\/\b\f\n\r\t".charAt(known));
      else throw new IllegalArgumentException();
    }
    return read.toString();
  }
}
