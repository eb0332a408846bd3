/** Several funds in one process. */
import { askAt } from "@embedded-super/simulator-kit/testing"
import * as Effect from "effect/Effect"
import { aProfile, keyIn } from "./callFund.ts"
import { startFund } from "./fundProgram.ts"

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
