/** A fund as a program. */
import { FundProfile } from "@embedded-super/contracts/schemas"
import { askAt, startProgram, whenReady } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Schema from "effect/Schema"
import { fileURLToPath } from "node:url"
import { aProfile, keyIn } from "./callFund.ts"

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

export const temporary = Effect.flatMap(FileSystem.FileSystem, (fs) => fs.makeTempDirectoryScoped())

export const decodeProfile = Schema.decodeUnknownSync(Schema.fromJsonString(FundProfile))

/** Starts it in a folder. */
export const startFund = (folder: string, ...args: ReadonlyArray<string>) =>
  startProgram(main, "--port", "0", "--json", "--data-dir", folder, ...args)

/** Runs the fund in a folder, and returns a function that calls it as its profile describes. */
export const runFund = Effect.fnUntraced(function* (folder: string, ...args: ReadonlyArray<string>) {
  const fs = yield* FileSystem.FileSystem
  const started = yield* startFund(folder, ...args)
  const ready = yield* whenReady(started)
  const profile = decodeProfile(yield* fs.readFileString(ready.files["fund_profile"] ?? ""))
  const call = (url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    askAt(
      url,
      { path: "", body, headers: { "x-auth-key": keyIn(folder), ...headers } },
      profile.ca_certificate === undefined ? {} : { ca: profile.ca_certificate }
    )
  const registerUrl = profile.operations.member_registration?.url ?? ""
  return { call, profile, ready, registerUrl, started }
})

/** Several funds in one process. */
export interface ReadyFund {
  readonly url: string
  readonly pid: number
  readonly data_dir: string
  readonly files: Readonly<Record<string, string>>
}

export const runFunds = Effect.fnUntraced(function* (folder: string, ...names: ReadonlyArray<string>) {
  const profiles = names.flatMap((name) => ["--profile", name])
  const started = yield* startFund(folder, "--http", ...profiles)
  const ready = JSON.parse(yield* started.firstLine) as { readonly simulators: ReadonlyArray<ReadyFund> }
  return { started, funds: ready.simulators }
})

/** A profile that all funds accept: it holds every field that one of them requires. */
const everywhere = {
  tfn_exemption_type: undefined,
  tfn: "459599230",
  employment_start_date: "2026-12-01",
  contribution_frequency: "monthly"
}

export const register = (
  { data_dir, url }: ReadyFund,
  headers: Readonly<Record<string, string>>,
  email: string
) =>
  askAt(url, {
    path: "/v1/member_registration",
    body: aProfile(email, everywhere),
    headers: { "x-auth-key": keyIn(data_dir), ...headers }
  })

export const membersOf = ({ url }: ReadyFund) =>
  Effect.map(askAt(url, { path: "/_simulator/members" }), ({ json }) => json.data.length)
