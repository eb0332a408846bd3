/** What tests of the fund kit share: profiles, a caller, and simulated funds that differ in their answers. */
import type { CheckMode, FundProfile } from "@embedded-super/contracts/schemas"
import type { OtherFund } from "@embedded-super/fund-simulator/faults"
import { readProfile } from "@embedded-super/rules/profile/readProfile"
import type { Exchange } from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { readFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { parse, stringify } from "yaml"
import { makeExchanges } from "../../src/exchange/Exchange.ts"
import { makeFundCaller } from "../../src/fund/caller/fundCaller.ts"
import { makeKeyRing } from "../../src/fund/caller/KeyRing.ts"
import { openList } from "../../src/fund/list/openList.ts"
import { type Answers, profileText } from "../../src/fund/profile/profileText.ts"

const answers: Answers = {
  name: "Test Super",
  abn: "60905115063",
  baseUrl: "https://fund.example",
  operations: ["registration", "lookup"],
  lookupPath: "/v1/employer_lookup",
  flow: "api_key",
  matchingAbn: "80000000001",
  unknownAbn: "42000000003",
  ca: undefined
}

/** The text that `init` writes with these answers. */
export const initText = (changed: Partial<Answers> = {}): string => profileText({ ...answers, ...changed })

/** The profile that `init` writes with these answers. */
export const initProfile = (changed: Partial<Answers> = {}): FundProfile =>
  Result.getOrThrow(readProfile(initText(changed), { dev: true }))

const { FundProfile: example } = parse(
  readFileSync(new URL("../../../../specs/fund-files/fund-profile.yaml", import.meta.url), "utf8")
) as { readonly FundProfile: { readonly examples: ReadonlyArray<{ readonly check: object }> } }

/** The specification's example of a profile, changed. */
export const exampleWith = (change: object): FundProfile =>
  Result.getOrThrow(readProfile(stringify({ ...example.examples[0], ...change }), { dev: false }))

type Environment = Readonly<Record<string, string | undefined>>

/** Calls a fund as checks do. `folder`: of the kit's own keys. */
export const callerOf = Effect.fnUntraced(function* (
  profile: FundProfile,
  environment: Environment,
  folder: string = tmpdir(),
  mode: CheckMode = "dev"
) {
  const keys = yield* makeKeyRing(profile, { environment, folder })
  const list = yield* openList(profile, { environment, folder })
  const exchanges = makeExchanges()
  const worldOf = yield* makeFundCaller({ profile, mode, keys, exchanges, list })
  return { fund: worldOf({ seed: 1, mode }), keys, exchanges }
})

/** The simulated fund with something in front of it, which is made once for each simulator. */
export const fundWith = (play: () => Exchange, sentence = "The fund differs."): OtherFund => ({
  name: "of-this-test",
  sentence,
  play: () => ({ exchange: play() })
})
