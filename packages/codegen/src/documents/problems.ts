import { type Documents, mapped, resolvePath } from "./Documents.ts"
import { isObject, type Json, objectOf, present, textOf, parsePointer, valueAt } from "./json.ts"

/**
 * Error answers, of which a file such as `schemas/problems.yaml` holds the facts alone. An entry with `x-status` becomes the answer
 * of its name and the schema of its body, `<name>Problem`:
 *
 * - `codes` has a row for each code: its `title`, why it is returned (`cause`), what to do (`remedy`), and what else the body of
 *   its example holds. A row whose name isn't its code says `code`; one whose example is elsewhere is a `$ref`.
 * - `body` describes the body, if the answer's description doesn't. `headers`, `properties` and `required` are what it has besides
 *   what all answers of the file have, which is in `x-problem` of the file: `headers`, `body`, and the `type` and `request_id` of
 *   examples. `x-problem: <file>#/x-problem` takes another file's.
 *
 * The first row is the first example, which mocks answer with.
 */
export const withProblems = (documents: Documents): Documents =>
  mapped(documents, (path, value) => {
    if (!isObject(value) || value["x-problem"] === undefined) return value
    const { "x-problem": form, ...entries } = value
    const common = objectOf(typeof form === "string" ? referenced(documents, path, form) : form)
    return Object.fromEntries(
      Object.entries(entries).flatMap(([name, entry]): ReadonlyArray<readonly [string, unknown]> =>
        isObject(entry) && entry["x-status"] !== undefined ? completed(common, name, entry) : [[name, entry]]
      )
    )
  })

const referenced = (documents: Documents, from: string, reference: string): unknown => {
  const [file = "", pointer = ""] = reference.split("#")
  return valueAt(documents.read(resolvePath(from, file)), parsePointer(pointer))
}

const completed = (common: Json, name: string, entry: Json): ReadonlyArray<readonly [string, unknown]> => {
  const { "x-status": status, "x-problems": always, "x-source": source, description } = entry
  const rows = Object.entries(objectOf(entry["codes"])).map(([key, row]) => [key, objectOf(row)] as const)
  const codes = new Set(rows.map(([key, { code }]) => textOf(code) ?? key))
  const examples = rows.map(([key, row]) => [key, exampleOf(objectOf(common["example"]), key, row, status)])
  const content = { schema: { $ref: `#/${name}Problem` }, examples: Object.fromEntries(examples) }
  const answer = {
    description,
    headers: { ...objectOf(common["headers"]), ...objectOf(entry["headers"]) },
    content: { "application/problem+json": content },
    "x-problems": always,
    "x-source": source
  }
  const body = objectOf(common["body"])
  const properties = objectOf(body["properties"])
  const schema = {
    type: "object",
    description: entry["body"] ?? description,
    ...body,
    required: [...listOf(body["required"]), ...listOf(entry["required"])],
    properties: {
      ...properties,
      status: { ...objectOf(properties["status"]), enum: [status] },
      code: { ...objectOf(properties["code"]), enum: [...codes] },
      ...objectOf(entry["properties"])
    },
    "x-source": source
  }
  return [
    [name, present(answer)],
    [`${name}Problem`, schema]
  ]
}

const exampleOf = (common: Json, key: string, row: Json, status: unknown): Json => {
  if (row["$ref"] !== undefined) return row
  const { title, code = key, summary = title, cause, remedy, detail, instance, ...more } = row
  const { type, request_id } = common
  return present({
    summary,
    description: cause,
    "x-remedy": remedy,
    value: present({
      type: `${String(type)}#${String(code)}`,
      title,
      status,
      detail,
      instance,
      code,
      request_id,
      ...more
    })
  })
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
