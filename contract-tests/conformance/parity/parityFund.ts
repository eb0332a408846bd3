/** One fund of the table: a simulator in this process, and the service's work with it, in phases. */
import type { OnboardingSessionId } from "@embedded-super/contracts/schemas"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import * as Layer from "effect/Layer"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { FundCredentials } from "../../../packages/service/src/funds/FundCredentials.ts"
import type { OpenEmbed } from "../../../packages/service/src/embed-sessions/embedSecurity.ts"
import { SftpAccounts } from "../../../packages/service/src/employer-lists/sftp/SftpAccounts.ts"
import { accepted, looked, supply } from "../../../packages/service/test/funds/TestLists.ts"
import type { TestSftpServer } from "../../../packages/service/test/funds/TestSftp.ts"
import type { OtherFund } from "../../../simulators/fund/src/flaws/Flaw.ts"
import { fundSimulator } from "../../../simulators/fund/src/fundSimulator.ts"
import { lookupAbns } from "../../../simulators/fund/src/magicValues.ts"
import { DataFolder, SimulatorAddress } from "../../../simulators/kit/src/index.ts"
import { askAt, type Asked, inProcess } from "../../../simulators/kit/src/testing/index.ts"
import { holdsNumber } from "../../../packages/fund-rules/src/calls/holdsNumber.ts"
import { OnboardingSteps } from "../../../packages/service/src/onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { OnboardingSessions } from "../../../packages/service/src/onboarding-sessions/OnboardingSessions.ts"
import { afterNewCredentials, casts, type Person } from "./cast.ts"
import { breachesOf, deedOfList, deedOfLookup, deedsOfCalls, numberOf } from "./deeds.ts"
import { observed } from "./observed.ts"
import {
  anEmployerOf,
  aProductOf,
  confirm,
  giveDetails,
  load,
  lookUp,
  publishedKeys,
  register
} from "./service.ts"

/** What the service does with a fund: the same for all funds of a plan. */
export interface Plan {
  readonly cast: keyof typeof casts
  /** The ABNs of lookups, in order, beside those that have the simulator fail. */
  readonly lookups: ReadonlyArray<string>
  readonly trouble: boolean
  /** Whether the first answer to them gets lost. */
  readonly losesDetails: boolean
  /** Whether the fund uploads its list: before the lookups, or beside all else. */
  readonly list?: "before" | "beside"
  /** The seconds that a registration may take; those of the fund's profile, if left out. */
  readonly registrationSeconds?: number
  readonly https: boolean
}

const own: Readonly<Record<string, string | null>> = { "80000000001": "EMP-004512", "61000000002": null }

const known = { industry_code: "E", contact_name: "Ines Wattle", contact_email: "ines@wattle.example" }

/** Answers to a fund's form: what it asks for, and from the second time on another name. */
const answersTo = (asked: object | undefined, isSecond: boolean) => {
  const fields = Object.entries(known).filter(([name]) => name in (asked ?? {}))
  return {
    ...Object.fromEntries(fields),
    ...(isSecond ? { contact_name: "Asha Wattle" } : {}),
    custom_answers: []
  }
}

const TFNS = Object.values(casts)
  .flat()
  .flatMap(({ tax }) => (tax?.tfn === undefined ? [] : [tax.tfn.replaceAll(" ", "")]))

const former = lookupAbns.former_employer_abn

/** Starts the fund, and has the service load it. */
export const parityFund = Effect.fnUntraced(function* (
  { name, ...other }: OtherFund,
  plan: Plan,
  nth: number,
  server: TestSftpServer
) {
  const fs = yield* FileSystem.FileSystem
  const keysFolder = yield* fs.makeTempDirectoryScoped()
  const callerJwks = join(keysFolder, "jwks.json")
  yield* fs.writeFileString(callerJwks, `{"keys":[]}`)
  const { fund: flaw, knownAs, meets } = observed({ ...other, name }, { losesDetails: plan.losesDetails })
  const asksForCertificate = other.options?.fund === "grevillea"
  const simulator = yield* Layer.build(
    inProcess(fundSimulator({ flaw, callerJwks }), { http: !plan.https && !asksForCertificate })
  )
  const folder = Context.get(simulator, DataFolder).path
  const textOf = (file: string) => readFileSync(join(folder, file), "utf8")
  const { caFile, url } = Context.get(simulator, SimulatorAddress)
  const authority = caFile === undefined ? {} : { ca: readFileSync(caFile) }
  const control = (asked: Asked) => askAt(url, asked, authority)

  const profile = textOf("fund-profile.json")
  const { authentication, operations } = JSON.parse(profile)
  const { flow } = authentication
  const asked = operations.employer_details?.form?.fields
  const signs = flow === "jwt" || flow === "oauth2"
  const slug = `p${nth}-${name}`.slice(0, 63).replace(/-$/, "")
  const secret =
    flow === "api_key" ? textOf("api-key").trim() : flow === "mutual_tls" ? textOf("caller.pem") : undefined
  const { fund: stored, usis } = yield* load({
    ...{ profile, slug, nth, secret },
    registrationSeconds: plan.registrationSeconds
  })
  knownAs(usis)
  const publish = Effect.flatMap(publishedKeys, (keys) => fs.writeFileString(callerJwks, keys))
  yield* publish
  const productId = yield* aProductOf(stored)

  const deeds = new Map<string, string>()
  const sessions = new Map<OnboardingSessionId, string>()
  let confirmed: OpenEmbed | undefined
  let employer: Effect.Success<ReturnType<typeof anEmployerOf>> | undefined

  const registering = Effect.fnUntraced(function* (person: Person) {
    employer ??= yield* anEmployerOf(productId)
    sessions.set(yield* register(employer, person), person.name)
  })

  const personsAt = (turn: Person["turn"]) =>
    (casts[plan.cast] ?? []).filter((person) => person.turn === turn)

  const looking = Effect.fnUntraced(function* (abn: string, count: number) {
    const before = yield* breachesOf(stored.id)
    const { embed, match } = yield* lookUp(productId, abn, `lookup ${count} ${abn}`)
    const number = match === undefined ? null : yield* numberOf(match.id)
    const breach = (yield* breachesOf(stored.id)) > before
    const deed = deedOfLookup({
      ...{ number, breach, own: abn in own, ownNumber: own[abn] ?? null, found: match !== undefined }
    })
    deeds.set(`lookup ${count} ${abn}`, deed)
    return { embed, match }
  })

  const listing = Effect.gen(function* () {
    const old = `abn,employer_number\n${Object.keys(own)[0]},OLD-1\n${Object.keys(own)[1]},OLD-2\n`
    yield* supply(stored, old)
    yield* accepted(stored, "8 days")
    const account = yield* control({ method: "GET", path: "/_simulator/sftp" })
    yield* (yield* SftpAccounts).provision(slug, String(account.json.data.public_key))
    const place = { host: "127.0.0.1", port: server.port, user: slug, host_key: server.hostKey }
    yield* control({ method: "PUT", path: "/_simulator/sftp", body: place })
    yield* control({
      ...{ method: "PUT", path: `/_simulator/employer-book/${former}` },
      body: { relationship: "former", employer_number: "EMP-000007" }
    })
    const { json } = yield* control({
      ...{ method: "POST", path: "/_simulator/employer-files" },
      body: { format: "plain" }
    })
    const isOld = (yield* looked(stored, Object.keys(own)[0]!)) === "OLD-1"
    const { detail, is_done, result } = json.data
    if (!is_done && result === undefined && !/no result within/.test(detail))
      return yield* Effect.die(new Error(`${slug}: ${detail}`))
    deeds.set("list", deedOfList({ outcome: result?.outcome, findings: result?.findings.length ?? 0 }, isOld))
    if ((yield* looked(stored, former)) !== undefined)
      deeds.set("list of a former employer", "Takes the fund's word for an employer that has left it.")
  })

  return {
    deeds,
    meets,
    signs,
    /** Uploads the list, if it is time for it. */
    listing: (when: Plan["list"]) => (plan.list === when ? listing : Effect.void),

    /** Lookups, and the details of an employer that is found. */
    lookups: Effect.gen(function* () {
      for (const [count, abn] of plan.lookups.entries()) {
        const { embed, match } = yield* looking(abn, count)
        if (count > 0 || match === undefined) continue
        yield* confirm(embed, match.id)
        yield* giveDetails(embed, answersTo(asked, false))
        confirmed = embed
      }
    }),

    /** The employer changes its details. */
    correct: Effect.suspend(() =>
      confirmed === undefined ? Effect.void : Effect.asVoid(giveDetails(confirmed, answersTo(asked, true)))
    ),

    /** The persons who come at this turn; the first, if it is undefined. */
    turn: (nth: Person["turn"]) => Effect.forEach(personsAt(nth), registering, { discard: true }),

    /** New credentials, and a person after them. */
    renew: Effect.suspend(() =>
      signs
        ? Effect.flatMap(FundCredentials, ({ generate }) => generate(slug)).pipe(
            Effect.andThen(publish),
            Effect.andThen(registering(afterNewCredentials))
          )
        : Effect.void
    ),

    /** Lookups that have the fund fail. */
    trouble: Effect.suspend(() =>
      plan.trouble
        ? Effect.forEach([lookupAbns.failing_abn, lookupAbns.rate_limited_abn], (abn) => looking(abn, 90), {
            discard: true
          })
        : Effect.void
    ),

    /** Reads what became of the calls. */
    end: Effect.gen(function* () {
      for (const [subject, deed] of yield* deedsOfCalls(stored.id))
        deeds.set(sessions.get(subject as OnboardingSessionId) ?? subject, deed)
      for (const [id, name] of sessions) {
        const view = yield* (yield* OnboardingSteps).view(productId, id)
        const { data } = yield* (yield* OnboardingSessions).get(productId, id)
        if (TFNS.some((tfn) => holdsNumber(JSON.stringify([view, data]), tfn)))
          deeds.set(`${name}, kept`, "Keeps the tax file number, and shows it.")
      }
    })
  }
})

export type ParityFund = Effect.Success<ReturnType<typeof parityFund>>
