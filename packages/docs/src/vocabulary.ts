/**
 * Whether the pages speak of what there is. A name in backticks that is written as the specs write names, and a call, have to be in the
 * specs: an operation, event, code, state or field that is taken away fails the build of each page that still names it.
 */
import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parse } from "yaml"
import type { Page } from "./Page.ts"
import { type Api, readApi } from "./reference/Document.ts"

const specs = fileURLToPath(new URL("../../../specs", import.meta.url))

/**
 * Names that other programs gave, that the SDK has (its guide's programs are run), or that the specs list in a sentence alone,
 * because their set is open.
 */
const OTHERS = new Set([
  "listAll",
  "eventsSince",
  "fetchEntity",
  "mockService",
  ...[
    "pg_dump",
    "pg_write_server_files",
    "pg_execute_server_program",
    "audit_log",
    "audit_seals",
    "migration_digests",
    "pg_restore",
    "pg_upgrade",
    "pg_basebackup",
    "pg_stat_statements",
    "pg_stat_archiver",
    "pg_replication_slots",
    "pg_wal",
    "max_connections",
    "target_session_attrs",
    "proxy_buffering",
    "known_hosts",
    "defaultMode"
  ],
  ...["enumClassPrefix", "colorScheme", "scrollMargin", "extraAllowedOrigins", "loadError", "target_origin"],
  ...["expressWebhooks", "skip_forgery_protection"],
  ...["expires_in", "body_hmac", "fund_call", "employer_list", "product_changed"],
  ...["failing_1h", "failing_24h", "failing_72h", "paused_gone", "paused_failing", "paused_unusable"],
  ...["connect_timeout", "dns_failure", "connection_refused", "connection_reset", "tls_failure"],
  ...["invalid_answer", "address_not_allowed"],
  // Tables, and fields of the log's lines and of the audit log, which tests of the service compare with their pages.
  ...["effect_queue", "webhook_deliveries", "vault_keys", "audit_seals", "partner_read", "embed_session"],
  ...["caller_request_id", "fund_request_id", "call_id", "master_key", "endpointId"]
])

/** Names of metrics: a test of the service compares them with its pages. */
const METRIC = /^(?:embedded_super|process)_/

/** Calls that no API has: a stream, and one to a partner. */
const OTHER_CALLS = /^(?:GET \/_workbench\/\w+|POST \/webhooks)$/

/** Files of `specs` that define no name of an interface. */
const NO_DEFINITIONS = ["published/**", "changes/**", "requirements.yaml", "*/examples/**"]

const isWord = (text: string) => /^[A-Za-z][\w-]*$/.test(text)

/** What only speaks of names, or shows them: a name that stands nowhere else has been taken away. */
const SPEAKS = new Set(["example", "examples", "x-sends", "x-problems", "x-source"])

/** Every key, and every value that is one word. A row of `codes`, and a workflow, only use values. */
const wordsOf = (node: unknown, into: Set<string>, values = true): void => {
  if (typeof node === "string") {
    if (values && isWord(node)) into.add(node)
  } else if (Array.isArray(node)) node.forEach((each) => wordsOf(each, into, values))
  else if (node !== null && typeof node === "object")
    for (const [key, value] of Object.entries(node)) {
      into.add(key)
      if (key === "workflowId" && typeof value === "string") into.add(value)
      if (!SPEAKS.has(key)) wordsOf(value, into, values && key !== "codes")
    }
}

export interface Vocabulary {
  readonly words: ReadonlySet<string>
  /** Method and path of each operation, as a pattern. */
  readonly calls: ReadonlyArray<RegExp>
}

export const readVocabulary = (): Vocabulary => {
  const words = new Set(OTHERS)
  for (const file of globSync("**/*.yaml", { cwd: specs, exclude: NO_DEFINITIONS }))
    wordsOf(
      parse(readFileSync(`${specs}/${file}`, "utf8"), { merge: true }),
      words,
      !file.startsWith("workflows/")
    )
  const apis: ReadonlyArray<Api> = (["partner-api", "fund-api", "embed-api", "simulator-api"] as const).map(
    readApi
  )
  for (const { operations } of apis) for (const { operationId } of operations) words.add(operationId)
  const calls = apis.flatMap(({ operations }) =>
    operations.map(({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`))
  )
  return { words, calls: [OTHER_CALLS, ...calls] }
}

const CODE_BLOCK = /^```[^]*?^```/gm
/** `snake_case`, `camelCase`. */
const NAME = /`([a-z]+(?:_[a-z\d]+)+|[a-z]+(?:[A-Z][a-z\d]+)+)`/g
const CALL = /`((?:GET|POST|PUT|PATCH|DELETE) \/[^\s`?]*)[^`]*`/g

/** Pages that quote other projects, other times, or our own code. */
const OF_OTHER_WORDS =
  /^(decisions|wattle-payroll|changelog)\b|\/checks\b|^reference\/(requirements|figures)$|payroll-field-names$/

/** What a page names and the specs don't know. */
export const unknownIn = ({ body, slug }: Page, { calls, words }: Vocabulary): ReadonlyArray<string> => {
  if (OF_OTHER_WORDS.test(slug)) return []
  const text = body.replaceAll(CODE_BLOCK, "")
  const names = [...text.matchAll(NAME)]
    .map(([, name = ""]) => name)
    .filter((name) => !words.has(name) && !METRIC.test(name))
  const made = [...text.matchAll(CALL)]
    .map(([, call = ""]) => call)
    .filter((call) => !calls.some((known) => known.test(call)))
  return [...new Set([...names, ...made])]
}

/** Throws if a page speaks of what isn't there. */
export const checkWords = (pages: ReadonlyArray<Page>): void => {
  const vocabulary = readVocabulary()
  const mistakes = pages.flatMap((page) =>
    unknownIn(page, vocabulary).map((name) => `${page.slug}: \`${name}\``)
  )
  if (mistakes.length > 0)
    throw new Error(
      `The specs don't know these names. Correct the page, or the description that it shows:\n${mistakes.join("\n")}`
    )
}
