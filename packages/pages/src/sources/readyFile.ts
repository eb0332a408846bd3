/**
 * The simulators of this machine, as their ready files describe them. The Workbench and `pnpm scene` find them here.
 *
 * The trap: a file may be half written, or left over. It is skipped, and never hides the others.
 */
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { join } from "node:path"

/** One simulator, as it described itself when it was ready. */
export interface Simulator {
  readonly kind: "fund" | "partner"
  /** Whom it plays, for people. */
  readonly name: string
  /** The fund's slug; null for the partner. */
  readonly slug: S.Slug | null
  /** A loopback address, without a trailing slash. */
  readonly url: string
  /** The certificate authority to trust, PEM; null over plain http. */
  readonly ca: string | null
  /** The file that holds it. */
  readonly caFile: string | null
}

const Ready = Schema.fromJsonString(
  Schema.Struct({
    event: Schema.Literal("ready"),
    kind: Schema.Literals(["fund", "partner"]),
    url: Schema.String,
    ca_file: Schema.NullOr(Schema.String),
    files: Schema.Struct({ fund_profile: Schema.optionalKey(Schema.String) })
  })
)

const Profile = Schema.fromJsonString(
  Schema.Struct({ fund: Schema.Struct({ slug: Schema.String, name: Schema.String }) })
)

const loopback = new Set(["localhost", "127.0.0.1", "[::1]"])

/** Whether the address is of this machine: the Workbench calls no other. */
const isHere = (url: string): boolean => {
  const parsed = URL.parse(url)
  return parsed !== null && /^https?:$/.test(parsed.protocol) && loopback.has(parsed.hostname)
}

/** Undefined for any other file, and for a simulator that isn't on a loopback address. */
const readSimulator = Effect.fnUntraced(
  function* (path: string) {
    const fs = yield* FileSystem.FileSystem
    const read = <A>(schema: Schema.Codec<A, string>, file: string) =>
      Effect.flatMap(fs.readFileString(file), Schema.decodeEffect(schema))
    const { ca_file, files, kind, url } = yield* read(Ready, path)
    if (!isHere(url)) return undefined
    const fund =
      files.fund_profile === undefined ? undefined : (yield* read(Profile, files.fund_profile)).fund
    const ca = ca_file === null ? null : yield* fs.readFileString(ca_file)
    return {
      kind,
      name: fund?.name ?? "Wattle Payroll",
      slug: (fund?.slug ?? null) as S.Slug | null,
      url: url.replace(/\/$/, ""),
      ca,
      caFile: ca_file
    } satisfies Simulator
  },
  Effect.orElseSucceed((): Simulator | undefined => undefined)
)

/** The simulators whose ready files are below `DATA_DIR/run`, funds first. */
export const readSimulators = Effect.fnUntraced(function* (dataDir: string) {
  const fs = yield* FileSystem.FileSystem
  const folder = join(dataDir, "run")
  const names = yield* Effect.orElseSucceed(fs.readDirectory(folder), (): Array<string> => [])
  const files = names.filter((name) => name.endsWith(".json")).toSorted()
  const read = yield* Effect.forEach(files, (name) => readSimulator(join(folder, name)))
  return read.filter((one) => one !== undefined).toSorted((a, b) => a.kind.localeCompare(b.kind))
})
