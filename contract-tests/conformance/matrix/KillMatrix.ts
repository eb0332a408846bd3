/**
 * The kill matrix of a conformance kit: every server of its fleet, and the checks that failed or warned about it.
 * `pnpm matrix` writes `fund.json`, `partner.json` and `measured.json` beside this file; the docs show them.
 *
 * `fund.json` and `partner.json` hold only what a kit's run with one seed decides, so writing them again changes nothing
 * unless a check or a server did. What depends on the machine and the day (times, and the tools of others) is in
 * `measured.json`.
 *
 * The trap: the checks that a fault names have to find it in every run: fundKills and partnerKills fail when one is lost.
 * What other checks notice of it is in the matrix too, and may depend on time.
 */
import * as Schema from "effect/Schema"

const Ids = Schema.Array(Schema.String)

/** A check of the kit. */
const Listed = Schema.Struct({
  id: Schema.String,
  group: Schema.String,
  level: Schema.Literals(["MUST", "SHOULD", "INFO"]),
  title: Schema.String
})

/** What a run found: the ids of the checks, in the order of the kit. */
const found = { failed: Ids, warned: Ids }

/** A server with one mistake: a row. */
const Fault = Schema.Struct({
  /** The name of the simulator's flaw; of another server its name before it, such as `Go: any_method`. */
  name: Schema.String,
  /** `simulator`, or the language or framework of a server that shares none of our code. */
  server: Schema.String,
  /** The group of checks to which the mistake belongs. */
  group: Schema.String,
  /** What this server does, one sentence in the present tense. */
  sentence: Schema.String,
  /** The check that names the mistake, and what it says. */
  namedBy: Schema.Struct({ id: Schema.String, cause: Schema.String }),
  ...found
})

/** A correct server: a row in which nothing may be found. */
const Correct = Schema.Struct({
  name: Schema.String,
  server: Schema.String,
  sentence: Schema.String,
  ...found
})

export const KillMatrix = Schema.Struct({
  kit: Schema.Literals(["fund-check", "partner-check"]),
  /** The seed of the run. */
  seed: Schema.Number,
  checks: Schema.Array(Listed),
  faults: Schema.Array(Fault),
  correct: Schema.Array(Correct)
})

export type KillMatrix = typeof KillMatrix.Type
export type Fault = typeof Fault.Type
export type Correct = typeof Correct.Type

/** What a tool found out about one server of the fleet. */
const Result = Schema.Struct({
  /** `caught`: it complains of something that it doesn't complain of in a correct server. */
  verdict: Schema.Literals(["caught", "missed", "cannot"]),
  /** Milliseconds of the tool's run, without the server's start. */
  took: Schema.Number
})

/** A tool's column. */
const Column = Schema.Struct({
  name: Schema.String,
  version: Schema.String,
  /** How it was run, and what it can see. */
  method: Schema.String,
  /** The side of the fleet that it was measured on. */
  side: Schema.Literals(["fund", "partner"]),
  /** The day of the run. A tool that isn't installed keeps the column of an earlier run. */
  measuredOn: Schema.String,
  /** 1: the whole fleet was measured. 5: each fifth row. */
  every: Schema.Number,
  /** By the name of the row. */
  faults: Schema.Record(Schema.String, Result),
  /** By the name of the row; here `caught` is a false alarm. */
  correct: Schema.Record(Schema.String, Result),
  /** What it complains of in the plain, correct fund. */
  falseAlarms: Schema.Array(Schema.String)
})

export const Measured = Schema.Struct({
  /** Cores and processor, as text. */
  machine: Schema.String,
  /** The kit of each side is the first of its tools; the others are those of rivals/, run on the same fleet. */
  tools: Schema.Array(Column)
})

export type Measured = typeof Measured.Type
export type Column = typeof Column.Type
