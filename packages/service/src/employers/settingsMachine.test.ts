import { EmployerCreation } from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import { layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { aProduct } from "../../test/aProduct.ts"
import { TestFundCalls } from "../../test/funds/TestFundCalls.ts"
import { termsAccepted } from "../../test/TestSettings.ts"
import { explore, type Machine } from "../../test/machines/explore.ts"
import { eventsOf } from "../../test/TestEvents.ts"
import { issuesOf } from "../../test/TestIssues.ts"
import { closedDefaultFunds } from "./closedDefaultFunds.ts"
import { FundDetails } from "../ports.ts"
import { EmployerIssues } from "../employer-issues/EmployerIssues.ts"
import { FundLinks } from "../funds/FundLinks.ts"
import { newId } from "../platform/ids/newId.ts"
import { Ato } from "../ato/Ato.ts"
import { Events } from "../webhooks/events/Events.ts"
import { atoConnections } from "./atoConnections.ts"
import { automations } from "./automations.ts"
import { Employers } from "./Employers.ts"
import { EmployerSettings } from "./EmployerSettings.ts"
import { simulatedEmployers } from "./simulatedEmployers.ts"
import { STAPLING_STATEMENT } from "./statements.ts"
import { aReviewedFund } from "../../test/TestFunds.ts"

const services = EmployerSettings.layer.pipe(
  Layer.provideMerge(Employers.layer),
  Layer.provideMerge([EmployerIssues.layer, Ato.layer, FundDetails.layer]),
  Layer.provideMerge(Events.layer),
  Layer.provideMerge(TestFundCalls.layer)
)

type Nth = "first" | "second"

/** The state of an employer that partners see, and the state behind it. */
interface Model {
  readonly fund: { readonly nth: Nth; readonly number: string | null; readonly source: string } | null
  /** Whether the first product takes new members; the second always does. */
  readonly firstIsOpen: boolean
  readonly stapling: S.StaplingStatus
  /** Whether the employer has accepted the declaration of stapling. */
  readonly declared: boolean
  readonly saved: boolean
  readonly ato: "ok" | "not_found" | "error"
  readonly issues: ReadonlyArray<string>
}

const NEW: Model = {
  fund: null,
  firstIsOpen: true,
  stapling: "not_connected",
  declared: false,
  saved: false,
  ato: "ok",
  issues: []
}

const ON = { enabled: true, accepted_statement_version: STAPLING_STATEMENT.version }
const OFF = { enabled: false }

/** The status after a check of the ATO connection, by what it found. */
const AFTER_CHECK = {
  not_connected: { ok: "connected", not_found: "not_connected", error: "not_connected" },
  connected: { ok: "connected", not_found: "lapsed", error: "connected" },
  lapsed: { ok: "connected", not_found: "lapsed", error: "lapsed" }
} as const satisfies Record<S.StaplingStatus, Record<Model["ato"], S.StaplingStatus>>

/** All operations that can change an employer's settings. */
const PICKS = {
  pickFirst: ["first", null],
  pickFirstWithNumber: ["first", "EMP-1"],
  pickSecond: ["second", null],
  playFirst: ["first", null],
  confirmFirst: ["first", null]
} as const satisfies Record<string, readonly [Nth, string | null]>

const SIMULATIONS = {
  simulateConnected: { status: "connected" },
  simulateLapsed: { status: "lapsed" },
  simulateNotConnected: { status: "not_connected" },
  simulateComplete: { status: "connected", declarations_accepted: true },
  simulateSilence: { status: "connected", outcome: "unavailable", declarations_accepted: false }
} as const satisfies Record<string, S.SimulatedStapling>

const AUTOMATIONS = {
  staplingOn: { stapling: ON },
  staplingOff: { stapling: OFF }
} as const satisfies Record<string, S.EmbedAutomationsChange>

const keysOf = <const T extends object>(record: T) => Object.keys(record) as Array<keyof T & string>
const has = <const T extends object>(record: T, key: string): key is keyof T & string => key in record

const ANY_TIME = [
  ...keysOf(PICKS),
  ...keysOf(SIMULATIONS),
  ...keysOf(AUTOMATIONS),
  "saveConnection",
  "rename"
] as const
/**
 * These run without concurrent operations: a check asks the ATO before it locks the employer, and all employers share a
 * fund's products.
 */
const ALONE = ["check", "closeFirst", "openFirst"] as const
type Operation = (typeof ANY_TIME)[number] | (typeof ALONE)[number]

const isClosed = ({ firstIsOpen, fund }: Model) => fund?.nth === "first" && !firstIsOpen

/** The rule of D-onboarding-status, implemented a second time. */
const shown = (model: Model) => {
  const { declared, fund, stapling } = model
  const configuration = {
    default_fund_configured: fund !== null && !isClosed(model),
    stapling_enabled: stapling === "connected" && declared
  }
  const whole = configuration.stapling_enabled ? "complete" : "incomplete"
  return {
    status: configuration.default_fund_configured ? whole : "error",
    configuration,
    fund,
    stapling,
    declared
  }
}

const issuesAfter = (before: Model, after: Model): ReadonlyArray<string> => {
  const issues = new Set(before.issues)
  if (after.stapling === "connected") issues.delete("stapling_connection_lapsed")
  if (after.stapling === "lapsed" && before.stapling !== "lapsed") issues.add("stapling_connection_lapsed")
  if (!isClosed(after)) issues.delete("default_fund_closed")
  if (isClosed(after) && !isClosed(before)) issues.add("default_fund_closed")
  return [...issues].toSorted()
}

const simulated = (model: Model, { declarations_accepted, outcome, status }: S.SimulatedStapling): Model => ({
  ...model,
  stapling: status,
  declared: declarations_accepted ?? model.declared,
  ato: outcome === "unavailable" ? "error" : status === "connected" ? "ok" : "not_found"
})

const automated = (model: Model, change: S.EmbedAutomationsChange): Model | undefined => {
  const declared = change.stapling?.enabled ?? model.declared
  const turnsOn = declared && !model.declared
  return turnsOn && model.stapling !== "connected" ? undefined : { ...model, declared }
}

const picked = (model: Model, operation: keyof typeof PICKS): Model | undefined => {
  const [nth, number] = PICKS[operation]
  if (nth === "first" && !model.firstIsOpen) return undefined
  const isSame = model.fund?.nth === nth && model.fund.number === number
  const source = operation === "confirmFirst" ? "default_activate_confirmed" : "selected"
  return {
    ...model,
    fund: { nth, number, source: isSame && source === "selected" ? model.fund.source : source }
  }
}

const next = (model: Model, operation: Operation): Model | undefined => {
  if (has(PICKS, operation)) return picked(model, operation)
  if (has(SIMULATIONS, operation)) return simulated(model, SIMULATIONS[operation])
  if (has(AUTOMATIONS, operation)) return automated(model, AUTOMATIONS[operation])
  switch (operation) {
    case "saveConnection":
      return { ...model, saved: true }
    case "rename":
      return model
    case "check":
      return model.saved ? { ...model, stapling: AFTER_CHECK[model.stapling][model.ato] } : undefined
    case "closeFirst":
      return { ...model, firstIsOpen: false }
    case "openFirst":
      return { ...model, firstIsOpen: true }
  }
}

/** An actual change is one that partners see: it sends one webhook; all other operations send none. */
const expected = (model: Model, operation: Operation) => {
  const after = next(model, operation)
  if (after === undefined) return undefined
  const isReal = JSON.stringify(shown(model)) !== JSON.stringify(shown(after))
  return {
    model: { ...after, issues: issuesAfter(model, after) },
    sends: isReal ? ["employer_settings_changed"] : []
  }
}

const machine = Effect.gen(function* () {
  const links = yield* FundLinks
  const employers = yield* Employers
  const settings = yield* EmployerSettings
  const connections = yield* atoConnections
  const { save: saveAutomations } = yield* automations
  const simulations = yield* simulatedEmployers
  const reviews = yield* closedDefaultFunds

  const start = Effect.gen(function* () {
    const fund = yield* aReviewedFund()
    const productId = yield* aProduct()
    yield* links.link(fund.slug, productId)
    const creation = { abn: "51824753556", name: "Wattle", remote_id: "1234" }
    const { data } = yield* employers.create(productId, Schema.decodeSync(EmployerCreation)(creation))
    const embedSessionId = (yield* newId) as S.EmbedSessionId
    return { subject: { fund, productId, employerId: data.id, embedSessionId }, model: NEW }
  }).pipe(Effect.orDie)
  type Subject = Effect.Success<typeof start>["subject"]

  const pick = ({ employerId, fund, productId }: Subject, operation: keyof typeof PICKS) => {
    const [nth, number] = PICKS[operation]
    const employer_number = number as S.EmployerNumber | null
    const named = employer_number === null ? {} : { employer_number }
    if (operation === "playFirst") {
      return simulations.setDefaultFund(productId, employerId, {
        usi: String(fund[nth].usi) as S.UsiInput,
        ...named
      })
    }
    const choice = { fund_product_id: fund[nth].id }
    return operation === "confirmFirst"
      ? settings.confirmDefaultFund(productId, employerId, { ...choice, employer_number })
      : settings.chooseDefaultFund(productId, employerId, {
          ...choice,
          ...(named as { readonly employer_number?: S.TypedEmployerNumber }),
          ...termsAccepted
        })
  }

  const runOperation = (subject: Subject, operation: Operation): Effect.Effect<unknown, unknown, any> => {
    const { employerId, fund, productId } = subject
    if (has(PICKS, operation)) return pick(subject, operation)
    if (has(SIMULATIONS, operation)) {
      return simulations.setStapling(productId, employerId, SIMULATIONS[operation])
    }
    if (has(AUTOMATIONS, operation)) return saveAutomations(subject, AUTOMATIONS[operation])
    switch (operation) {
      case "saveConnection":
        return connections.save(subject, { connected_by: "employer" })
      case "rename":
        return employers.update(productId, employerId, "*" as S.EntityTag, {
          name: "Wattle & Daughters" as S.OrganisationName
        })
      case "check":
        return Effect.flatMap(settings.view(productId, employerId), ({ revision }) =>
          connections.check(subject, revision)
        )
      case "closeFirst":
        return Effect.andThen(
          Effect.orDie(fund.load({ is_open_to_new_members: false })),
          Effect.orDie(reviews.review(fund.id))
        )
      case "openFirst":
        return Effect.andThen(Effect.orDie(fund.load()), Effect.orDie(reviews.review(fund.id)))
    }
  }

  return {
    start,
    operations: ANY_TIME,
    alone: ALONE,
    expected,
    perform: (subject, operation) =>
      runOperation(subject, operation).pipe(Effect.match({ onSuccess: () => true, onFailure: () => false })),
    visible: (model) => ({ ...shown(model), issues: model.issues }),
    observe: ({ employerId, fund, productId }) =>
      Effect.gen(function* () {
        const { data } = yield* employers.get(productId, employerId)
        const chosen = data.employer_default_super_fund_product
        const visible = {
          status: data.onboarding_status,
          configuration: data.onboarding_configuration,
          fund: chosen && {
            nth: chosen.super_fund_product.id === fund.first.id ? "first" : "second",
            number: chosen.employer_number,
            source: data.default_fund_source
          },
          stapling: data.stapling_status,
          declared: data.accepted_stapling_statement,
          issues: (yield* issuesOf(employerId))
            .flatMap(({ kind, status }) => (status === "open" ? [kind] : []))
            .toSorted()
        }
        return { visible, sent: (yield* eventsOf(employerId)).map(({ event }) => event) }
      }).pipe(Effect.orDie)
  } satisfies Machine<Model, Operation, Subject, Layer.Success<typeof services>>
})

layer(services, { excludeTestServices: true })("the machine of employers' settings", (it) => {
  it.effect(
    "whatever changes, in any order and at once, the status follows the rule, and each real change sends one employer_settings_changed, nothing else any [R-1-3, R-6-2, R-6-3, R-6-4, R-6-5]",
    () => Effect.flatMap(machine, (real) => explore(real, { runs: 25, length: 12 }))
  )
})
