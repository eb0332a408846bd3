import { assert, describe, it } from "@effect/vitest"
import type { Outcome } from "../../src/check/Check.ts"
import type { EmployerListSettings, FundProfile } from "@embedded-super/contracts/schemas"
import { hashedAbn } from "@embedded-super/rules/employer-list/listKeys"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createHash, createHmac } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { aFundProfile } from "../../../rules/test/aFundProfile.ts"
import { brokenLists } from "../../../rules/test/brokenLists.ts"
import { abns, listOf } from "../../../rules/test/lists.ts"
import type { Answer, FundUnderTest } from "../../src/fund/index.ts"
import { listOnDisk } from "../../src/fund/list/openList.ts"
import { listChecks as checks, outcomesAt } from "./checking.ts"

const ABNS = abns(6)
const SALT = "pepper-2026-0123456789"
const KNOWN = ABNS[0] ?? ""
const FORMER = ABNS[4] ?? ""
const UNKNOWN = ABNS[5] ?? ""
const LISTED = ABNS.slice(0, 4)

type Settings = Partial<typeof EmployerListSettings.Encoded>

const profileOf = (
  settings: Settings,
  check: FundProfile["check"] | object = {},
  live = false
): FundProfile =>
  Result.getOrThrow(
    readProfile(
      aFundProfile({
        operations: {
          employer_lookup: {
            ...(live ? { source: "live", url: "https://api.banksia.example/v1/lookup" } : { source: "list" }),
            list: { format: "plain", complete_when: "renamed", ...settings }
          }
        },
        check
      }),
      { dev: true }
    )
  )

interface Case {
  readonly file: string | Uint8Array
  readonly settings?: Settings
  readonly name?: string
  readonly salt?: string
  readonly check?: object
  readonly checksum?: string
  /** The live lookup's answer for each ABN; without it the fund has no live lookup. */
  readonly live?: (abn: string) => unknown
}

/** Runs every check of the group on one file. Returns the outcomes by id. */
const outcomesOf = Effect.fnUntraced(function* ({
  check = {},
  checksum,
  file,
  live,
  name = "employers.csv",
  salt,
  settings = {}
}: Case) {
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "fund-check-list-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true }))
  )
  const path = join(folder, name)
  writeFileSync(path, file)
  if (checksum !== undefined) writeFileSync(`${path}.sha256`, checksum)
  const profile = profileOf(settings, check, live !== undefined)
  const answerTo = (body: unknown): Answer => ({
    id: "e1",
    status: 200,
    headers: {},
    text: "",
    isCut: false,
    json: live?.((body as { readonly abn: string }).abn),
    failure: null,
    code: null,
    words: null,
    took: 1
  })
  const world: Partial<FundUnderTest> = {
    profile,
    mode: "dev",
    addressOf: (operation) =>
      operation === "lookup" && live !== undefined
        ? new URL("https://api.banksia.example/v1/lookup")
        : undefined,
    lookUp: (body) => Effect.succeed(answerTo(body)),
    list: yield* listOnDisk(profile, path, salt === undefined ? undefined : Redacted.make(salt))
  }
  return yield* outcomesAt(world as FundUnderTest, checks)
}, Effect.scoped)

const withVerdict = (outcomes: ReadonlyMap<string, Outcome>, verdict: Outcome["verdict"]) =>
  [...outcomes].filter(([, outcome]) => outcome.verdict === verdict).map(([id]) => id)

const DECLARED = { matching_abn: KNOWN, former_employer_abn: FORMER, unknown_abn: UNKNOWN }
const SALTED = { format: "hashed", salted: true } as const
const hashes = (hash: (abn: string) => string) => listOf(LISTED.map(hash))
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex")

const text = listOf(LISTED)

const correct: ReadonlyArray<readonly [string, Case]> = [
  ["plain", { file: text }],
  ["with a byte order mark", { file: `\uFEFF${text}` }],
  ["with CRLF", { file: text.replaceAll("\n", "\r\n") }],
  ["with blank lines", { file: `${text.replace("\n", "\n\n")}\n` }],
  [
    "with the header in capitals and its columns the other way",
    { file: `EMPLOYER_NUMBER, ABN\n"E,1",${KNOWN}\n` }
  ],
  ["with ABNs in groups", { file: `abn\n${KNOWN.replace(/^(..)(...)(...)/, "$1 $2 $3 ")}\n` }],
  [
    "of the agreed name",
    { file: text, settings: { file_name: "banksia_*.csv" }, name: "banksia_20261123.csv" }
  ],
  ["hashed without a salt", { file: hashes(sha256), settings: { format: "hashed" } }],
  ["salted", { file: hashes((abn) => hashedAbn(SALT, abn)), settings: SALTED, salt: SALT }],
  [
    "salted, in capitals",
    { file: hashes((abn) => hashedAbn(SALT, abn).toUpperCase()), settings: SALTED, salt: SALT }
  ],
  [
    "with its checksum",
    { file: text, settings: { complete_when: "checksum_file" }, checksum: `${sha256(text)}  employers.csv\n` }
  ],
  [
    "with the same answers live",
    {
      file: text,
      live: (abn) =>
        LISTED.includes(abn)
          ? { employer_found: true, employer_details: { employer_number: " EMP-0 " } }
          : { employer_found: false }
    }
  ]
]

describe("a correct list", () => {
  for (const [why, each] of correct) {
    it.effect(`${why} fails no check`, () =>
      Effect.gen(function* () {
        const outcomes = yield* outcomesOf({ check: DECLARED, ...each })
        assert.deepStrictEqual(withVerdict(outcomes, "fail"), [])
        assert.deepStrictEqual(
          withVerdict(outcomes, "warn"),
          each.settings?.format === "hashed" && each.salt === undefined ? ["LIST-2.6-11"] : []
        )
        assert.deepStrictEqual(withVerdict(outcomes, "error"), [])
        assert.strictEqual(outcomes.get("LIST-2.6-12")?.verdict, "pass")
        assert.strictEqual(outcomes.get("LIST-2.6-13")?.verdict, "pass")
      })
    )
  }
})

/** The check that names each mistake that the service refuses. */
const checkOf: Readonly<Record<string, string>> = {
  empty_file: "LIST-2.6-1",
  no_rows: "LIST-2.6-4",
  header_without_abn: "LIST-2.6-1",
  header_duplicate: "LIST-2.6-1",
  header_unknown: "LIST-2.6-1",
  header_separator: "LIST-2.6-1",
  utf_16: "LIST-2.6-2",
  excel_file: "LIST-2.6-2",
  not_utf_8: "LIST-2.6-2",
  abn_checksum: "LIST-2.6-5",
  abn_missing: "LIST-2.6-5",
  abn_not_eleven_digits: "LIST-2.6-5",
  abn_leading_zero: "LIST-2.6-5",
  abn_scientific_notation: "LIST-2.6-5",
  hash_not_64_digits: "LIST-2.6-5",
  hash_among_plain_abns: "LIST-2.6-6",
  plain_abn_among_hashes: "LIST-2.6-6",
  other_format_agreed: "LIST-2.6-6",
  quotes: "LIST-2.6-3",
  too_few_cells: "LIST-2.6-3",
  too_many_cells: "LIST-2.6-3",
  line_too_long: "LIST-2.6-3",
  cut_off: "LIST-2.6-3",
  duplicate_with_another_number: "LIST-2.6-7",
  employer_number_invalid: "LIST-2.6-8",
  checksum_differs: "LIST-2.6-18"
}

describe("a list that the service refuses", () => {
  for (const { code, file, hashed = false, reason, sha256: sum, why } of brokenLists) {
    it.effect(`of ${why} fails the check that names it, in words without a value`, () =>
      Effect.gen(function* () {
        const outcomes = yield* outcomesOf({
          file,
          settings: {
            format: hashed ? "hashed" : "plain",
            complete_when: sum === undefined ? "renamed" : "checksum_file"
          },
          ...(sum === undefined ? {} : { checksum: sum })
        })
        const expected = checkOf[code ?? reason]
        const failed = withVerdict(outcomes, "fail")
        assert.include(failed, expected)
        // No row is among others of the agreed format.
        if (reason === "other_format_agreed")
          assert.notInclude(JSON.stringify([...outcomes]), "other rows have")
        for (const [, outcome] of outcomes) assert.notMatch(JSON.stringify(outcome), /\d{9,}|[0-9a-f]{32}/)
        const outcome = outcomes.get(expected ?? "")
        assert.strictEqual(outcome?.verdict === "fail" && /[.]$/.test(outcome.cause), true)
      })
    )
  }
})

const wrong: ReadonlyArray<readonly [string, Case, id: string, cause: string]> = [
  [
    "names a former employer",
    { file: listOf([...LISTED, FORMER]) },
    "LIST-2.6-13",
    "The list names a former employer."
  ],
  [
    "names an employer that the fund doesn't know",
    { file: listOf([...LISTED, UNKNOWN]) },
    "LIST-2.6-13",
    "The list names an employer that the fund doesn't know."
  ],
  [
    "leaves out an employer",
    { file: listOf(LISTED.slice(1)) },
    "LIST-2.6-12",
    "The list doesn't name the employer that the profile declares as matching."
  ],
  [
    "has an employer twice",
    { file: `${text}${KNOWN},EMP-0\n` },
    "LIST-2.6-7",
    "The same employer appears in another row. One of them is used."
  ],
  [
    "has a placeholder for a number",
    { file: `abn,employer_number\n${KNOWN},unknown\n` },
    "LIST-2.6-8",
    "This employer number is a placeholder, and is left out. Leave the cell empty instead."
  ],
  [
    "has a name in capitals",
    { file: text, name: "EMPLOYERS.CSV" },
    "LIST-2.6-16",
    "The list has a name that isn't imported."
  ],
  [
    "has a checksum that can't be read",
    { file: text, settings: { complete_when: "checksum_file" }, checksum: "none" },
    "LIST-2.6-18",
    ""
  ],
  [
    "differs from the live lookup",
    { file: text, live: () => ({ employer_found: false }) },
    "LIST-2.6-14",
    "The list names an employer that the live lookup doesn't find."
  ],
  [
    "leaves out an employer that is found live",
    { file: text, live: () => ({ employer_found: true }) },
    "LIST-2.6-14",
    "The live lookup finds an employer that the list doesn't name."
  ],
  [
    "has another number than the live lookup",
    {
      file: text,
      live: (abn) =>
        LISTED.includes(abn)
          ? { employer_found: true, employer_details: { employer_number: "X" } }
          : { employer_found: false }
    },
    "LIST-2.6-14",
    "The live lookup and the list give one employer different numbers."
  ]
]

const wrongHashes: ReadonlyArray<readonly [string, hash: (abn: string) => string, cause: string]> = [
  ["without the salt", sha256, "The hashes are of the ABN without the salt."],
  [
    "with the salt behind the ABN",
    (abn) => sha256(abn + SALT),
    "The hashes are of the ABN followed by the salt; the salt comes first."
  ],
  [
    "of ABNs with spaces",
    (abn) => sha256(SALT + abn.replace(/^(..)(...)(...)(...)$/, "$1 $2 $3 $4")),
    "The hashes are of an ABN with spaces; only its 11 digits are hashed."
  ],
  ["of a line", (abn) => sha256(`${SALT}${abn}\n`), "The hashes are of an ABN with a line end after it."],
  [
    "by HMAC",
    (abn) => createHmac("sha256", SALT).update(abn).digest("hex"),
    "The hashes are of an HMAC; it is SHA-256 of the salt followed by the ABN."
  ],
  [
    "in UTF-16",
    (abn) => sha256(Buffer.from(SALT + abn, "utf16le")),
    "The hashes are of a text in UTF-16; salt and ABN are hashed as UTF-8."
  ],
  ["twice", (abn) => sha256(hashedAbn(SALT, abn)), "The hashes are of a hash; SHA-256 is computed once."],
  [
    "with another salt",
    (abn) => hashedAbn("another-salt-0123456789", abn),
    "The list doesn't hold the hash of the employer that the profile declares in check.matching_abn."
  ]
]

describe("a list that the service uses, or would leave in the inbox", () => {
  for (const [why, each, id, cause] of wrong) {
    it.effect(`and that ${why} fails`, () =>
      Effect.gen(function* () {
        const outcome = (yield* outcomesOf({ check: DECLARED, ...each })).get(id)
        assert.strictEqual(outcome?.verdict, "fail")
        if (cause !== "" && outcome?.verdict === "fail") assert.strictEqual(outcome.cause, cause)
      })
    )
  }

  for (const [why, hash, cause] of wrongHashes) {
    it.effect(`and that is hashed ${why} fails, once`, () =>
      Effect.gen(function* () {
        const outcomes = yield* outcomesOf({
          file: hashes(hash),
          settings: SALTED,
          salt: SALT,
          check: DECLARED
        })
        const failures = [...outcomes.values()].flatMap((outcome) =>
          outcome.verdict === "fail" ? [outcome] : []
        )
        assert.strictEqual(failures[0]?.cause, cause)
        assert.lengthOf(new Set(failures.map(({ root }) => root)), 1)
      })
    )
  }
})

describe("what can't be observed", () => {
  it.effect("without data in the profile, without a salt, from disk", () =>
    Effect.gen(function* () {
      const plain = yield* outcomesOf({ file: text })
      assert.sameMembers(withVerdict(plain, "not_observed"), [
        "LIST-2.6-15",
        "LIST-2.6-17",
        "LIST-2.6-12",
        "LIST-2.6-13",
        "LIST-2.6-19",
        "LIST-2.6-20"
      ])
      const saltless = yield* outcomesOf({
        file: hashes((abn) => hashedAbn(SALT, abn)),
        settings: SALTED,
        check: DECLARED
      })
      assert.deepStrictEqual(withVerdict(saltless, "fail"), [])
      assert.strictEqual(saltless.get("LIST-2.6-9")?.verdict, "not_observed")
    })
  )
})
