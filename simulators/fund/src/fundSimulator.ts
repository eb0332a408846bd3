/**
 * The fund simulator: a runnable reference implementation of the fund API (D-simulators). This file puts it together.
 * `funds` has the funds that it can play, `members/` registers members, `employers/` looks employers up and receives
 * their details, `security/` authenticates the caller, `sftp/` exchanges files, `inspector/` shows its pages, `check/`
 * checks it with the conformance kit, and `admin/` controls the simulator. The server, the state, the clock, the faults and the log are in `simulators/kit`.
 *
 * Why operations return an answer at once where they can: the kit then needs no router and middleware for the call, and
 * a load test of a caller doesn't wait for the simulator (D-straight-calls).
 *
 * The trap: an operation that returns an effect is called again before that effect runs, so it must not have changed
 * anything yet.
 */

import { FundApi } from "@embedded-super/contracts/fund-api"
import type * as S from "@embedded-super/contracts/schemas"
import { LOCAL_DOCS, mannered, problemTypeIn } from "@embedded-super/http-manners"
import {
  callerFileOf,
  operations,
  type Simulator,
  simulatorAdmin,
  SimulatorAdminApi
} from "@embedded-super/simulator-kit"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { fundContracts, requestShape } from "./inspector/requestShape.ts"
import { FundAdminApi, FundAdminHttp } from "./admin/FundAdmin.http.ts"
import { OwnCheck } from "./check/OwnCheck.ts"
import { EmployerBook, exampleEmployers } from "./employers/EmployerBook.ts"
import { ReceivedDetails, receiveEmployerDetails } from "./employers/ReceivedDetails.ts"
import { lookUpEmployer } from "./employers/lookUpEmployer.ts"
import type { Hooks, OtherFund } from "./faults/Fault.ts"
import { type FundName, funds, PlayedFund, type SimulatedFund } from "./funds.ts"
import { InspectorHttp } from "./inspector/Inspector.http.ts"
import { inspectorPages } from "./inspector/paths.ts"
import { Members } from "./members/Members.ts"
import { registerMember } from "./members/registerMember.ts"
import { FundProfileFile, profileFileOf } from "./profile/fundProfile.ts"
import { CallerKeys } from "./security/CallerKeys.ts"
import { flows, type AgreedFlow, clientId } from "./security/flows.ts"
import { FundKey, keyFileOf } from "./security/FundKey.ts"
import { AccessTokens, TokenEndpointHttp } from "./security/TokenEndpoint.http.ts"
import { callerCheck, FundSecurity } from "./security/fundSecurity.ts"
import { SeenTokens } from "./security/verifyToken.ts"
import { SftpAccount } from "./sftp/SftpAccount.ts"
import { SftpExchange } from "./sftp/SftpExchange.ts"

const version = "0.1.0"

export interface FundSimulatorOptions {
  /** The fund to play; Banksia Super by default. */
  readonly fund?: FundName
  /** The service's docs, where problems of this program lead; by default those of the service that `start` runs. */
  readonly docsUrl?: string
  /** The file with the key that callers present; `api-key` in the data folder by default. */
  readonly apiKeyFile?: string
  /** The authentication of callers; by default that of the fund's profile. */
  readonly auth?: AgreedFlow["flow"]
  /** The signature algorithm of tokens; EdDSA by default. */
  readonly algorithm?: AgreedFlow["algorithm"]
  /** How the service looks up employers; by default that of the fund's profile. */
  readonly lookup?: SimulatedFund["lookup"]
  /** Whether the fund recognises a repeat by its Idempotency-Key; by default that of the fund's profile. */
  readonly idempotency?: "honoured" | "ignored"
  /** File or URL of the caller's JWKS; `caller-jwks.json` in the data folder by default. */
  readonly callerJwks?: string
  /** The SFTP account for file exchange; by default the stored setting. */
  readonly sftp?: S.SftpAccountSetting
  /** The file with the salt for hashed lists; `list-salt` in the data folder by default. */
  readonly listSaltFile?: string
  /** A mistake that this fund makes all the time; none by default (`faults/`). */
  readonly fault?: OtherFund
  /** A correct way in which this fund differs; none by default (`variants.ts`). */
  readonly variant?: OtherFund
}

/** A fund refuses what fails validation with 400 (R-7-1). */
const fundFailures = {
  malformed_request: { code: "malformed_json", title: "The body is not well-formed JSON" },
  validation_failed: { status: 400 },
  forbidden: { title: "Not permitted" },
  internal_error: { title: "Temporary server issue" },
  service_unavailable: { title: "Service unavailable" }
} as const

const FundRoutes = (agreed: AgreedFlow, security: Hooks["security"]) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const refusalOf = yield* callerCheck(agreed, security)
      const table = yield* Effect.all({ registerMember, lookUpEmployer, receiveEmployerDetails })
      return HttpApiBuilder.layer(FundApi).pipe(
        Layer.provide(operations(FundApi, table, refusalOf)),
        Layer.provide(FundSecurity(agreed, refusalOf))
      )
    })
  ).pipe(Layer.merge(TokenEndpointHttp(agreed)), Layer.provide(AccessTokens.layer))

const AdminRoutes = (name: string) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const members = yield* Members
      const book = yield* EmployerBook
      const details = yield* ReceivedDetails
      return simulatorAdmin({
        kind: "fund",
        name: `${name} (simulated)`,
        version,
        contracts: fundContracts,
        counts: Effect.sync(() => ({
          members: members.size(),
          employers: book.size(),
          employer_details: details.size()
        })),
        seed: (preset) => Effect.sync(() => book.add(exampleEmployers[preset]))
      })
    })
  ).pipe(Layer.merge(HttpApiBuilder.layer(FundAdminApi).pipe(Layer.provide(FundAdminHttp))))

/** The fund's profile, with the overrides from the options. */
const playedFund = ({
  algorithm,
  auth,
  fund = "banksia",
  idempotency,
  lookup
}: FundSimulatorOptions): SimulatedFund => {
  const { authentication, profile, ...rest } = funds[fund]
  return {
    ...rest,
    lookup: lookup ?? rest.lookup,
    profile: { ...profile, ...(idempotency === undefined ? {} : { idempotency }) },
    authentication: { flow: auth ?? authentication.flow, algorithm: algorithm ?? authentication.algorithm }
  }
}

/** The fund simulator: a runnable reference implementation of the fund API. */
export const fundSimulator = (given: FundSimulatorOptions = {}): Simulator => {
  const other = given.fault ?? given.variant
  const { list, profile, security, ...hooks }: Hooks = other?.play() ?? {}
  const options = { ...other?.options, ...given }
  const { apiKeyFile } = options
  const played = playedFund(options)
  const slug = (options.fund ?? "banksia") as S.Slug
  const asksForCertificate = flows[played.authentication.flow].secret === "certificate"
  return {
    kind: "fund",
    party: played.profile.fund.name,
    source: "fund",
    about: [{ kind: "fund", id: slug as string as S.ThingId }],
    title: other === undefined ? "Fund simulator" : `Fund simulator (${other.name})`,
    version,
    defaultPort: 4010,
    routes: Layer.mergeAll(
      FundRoutes(played.authentication, security),
      AdminRoutes(played.profile.fund.name),
      FundProfileFile(profile),
      InspectorHttp(slug)
    ).pipe(
      Layer.provide([SftpExchange.layer(options.listSaltFile, list), OwnCheck.layer(apiKeyFile)]),
      Layer.provide([
        SftpAccount.layer(options.sftp),
        Members.layer,
        EmployerBook.layer,
        ReceivedDetails.layer,
        FundKey.layer(apiKeyFile),
        CallerKeys.layer(options.callerJwks),
        SeenTokens.layer
      ]),
      Layer.provide(Layer.succeed(PlayedFund, played))
    ),
    apis: [
      mannered(FundApi, {
        failures: fundFailures,
        problemType: (code) => `https://developer.banksia.example/errors#${code}`
      }),
      mannered(SimulatorAdminApi),
      mannered(FundAdminApi)
    ],
    manners: {
      problemType: problemTypeIn(options.docsUrl ?? LOCAL_DOCS),
      pages: inspectorPages
    },
    isLocalPage: (path) => path === "/",
    requestShape,
    ...(other === undefined ? {} : { hooks }),
    ...(asksForCertificate ? { callerCertificate: clientId } : {}),
    files: (folder) => ({
      fund_profile: profileFileOf(folder),
      api_key: keyFileOf(folder, apiKeyFile),
      ...(asksForCertificate ? { caller_certificate: callerFileOf(folder) } : {})
    })
  }
}
