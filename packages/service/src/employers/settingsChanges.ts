import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import type * as Statement from "effect/sql/Statement"
import { embedDraftsRepo } from "../embed-drafts/EmbedDraftsRepo.ts"
import { EmployerIssues, kindsResolvedBy } from "../employer-issues/EmployerIssues.ts"
import { names } from "../platform/timeline/NamesRepo.ts"
import { things, versionOf } from "../platform/timeline/things.ts"
import { Timeline } from "../platform/timeline/Timeline.ts"
import { together } from "../platform/database/rows.ts"
import { newId } from "../platform/ids/newId.ts"
import { Events } from "../webhooks/events/Events.ts"
import { onboardingStatus } from "./onboardingStatus.ts"
import { onboardingConfiguration } from "./presentEmployer.ts"
import { employersRepo, type StoredDefaultFund, type StoredEmployer } from "./EmployersRepo.ts"

/** A change of an employer's settings, all of which partners see. Absent fields stay unchanged. */
export interface SettingsChange {
  /** The caller must check that it can be a default. */
  readonly default_fund?: Pick<StoredDefaultFund, "fund_product_id" | "employer_number" | "source">
  /** Whether the employer's current fund has closed for new employees. */
  readonly default_fund_closed?: boolean
  readonly stapling_status?: S.StaplingStatus
  readonly accepted_stapling_statement?: boolean
}

/** Further writes of the same statement: the use of an embed, and the caller's own. */
interface Along {
  readonly isUse?: boolean
  readonly writes?: ReadonlyArray<Statement.Fragment>
}

/** The `remote_id` by which a receiver recognises the employer that doesn't exist. */
const EXAMPLE_REMOTE_ID = "example" as S.RemoteId

const FLAGS = ["stapling_status", "accepted_stapling_statement"] as const

/**
 * The default fund that a change sets; undefined if the employer already has it. Choosing the same again changes
 * nothing, except if Default Activate confirms it now, or if it was marked as closed.
 */
const newDefaultFund = (
  { default_fund: before }: StoredEmployer,
  { default_fund: after }: SettingsChange
) => {
  const isSame =
    before?.fund_product_id === after?.fund_product_id && before?.employer_number === after?.employer_number
  const isConfirmedNow = after?.source === "default_activate_confirmed" && before?.source !== after.source
  return isSame && !isConfirmedNow && before?.closed_at == null ? undefined : after
}

/** The default fund after the change: another, or the same marked as closed or open; undefined if it doesn't change. */
const defaultFundAfter = (employer: StoredEmployer, change: SettingsChange, id: string, at: Date) => {
  const chosen = newDefaultFund(employer, change)
  if (chosen !== undefined) {
    return { ...chosen, id: id as S.EmployerDefaultFundId, confirmed_at: at, closed_at: null }
  }
  const { default_fund } = employer
  const { default_fund_closed: closed } = change
  if (default_fund === null || closed === undefined || closed === (default_fund.closed_at !== null)) {
    return undefined
  }
  return { ...default_fund, closed_at: closed ? at : null }
}

/** Records `employer_settings_changed`; `seq` orders it among the employer's others, which never end. */
const recordChange = (
  events: Events["Service"],
  productId: S.ProductId,
  { id, remote_id }: Pick<StoredEmployer, "id" | "remote_id">,
  seq: number,
  writes: ReadonlyArray<Statement.Fragment> = []
) =>
  events
    .recordWith(writes, {
      productId,
      subject: "employer",
      event: "employer_settings_changed",
      entityId: id,
      remoteId: remote_id,
      seq
    })
    .pipe(Effect.catchTag("NoFurtherWebhooks", Effect.die))

/**
 * The only way to change an employer's settings. The caller's transaction locks the employer. An actual change
 * increments the version and sends `employer_settings_changed`, once; any other call does neither. Returns the employer
 * after the change.
 */
export const settingsChanges = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const repo = yield* employersRepo
  const events = yield* Events
  const issues = yield* EmployerIssues
  const drafts = yield* embedDraftsRepo
  const timeline = yield* Timeline
  const nameOf = yield* names

  const noteChange = Effect.fnUntraced(function* (
    before: StoredEmployer,
    after: StoredEmployer,
    flags: ReadonlyArray<(typeof FLAGS)[number]>
  ) {
    const fund = after.default_fund
    const isNewFund = fund !== null && fund.fund_product_id !== before.default_fund?.fund_product_id
    const settings = fund === before.default_fund ? flags : ["default_fund", ...flags]
    yield* timeline.note({
      kind: "employer_settings_changed",
      detail: {
        from_state: onboardingStatus(onboardingConfiguration(before)),
        to_state: onboardingStatus(onboardingConfiguration(after)),
        settings: settings.join(", "),
        fund: isNewFund ? ((yield* nameOf.fundProduct(fund.fund_product_id)) ?? null) : null,
        stapling_status: flags.includes("stapling_status") ? after.stapling_status : null
      },
      about: things({ employer: after.id, product: after.product_id }),
      makes: [versionOf("employer", after.id, after.version + after.test_webhooks)]
    })
  })

  /** A lapsed connection is an issue of the employer until it works again (D-stapling). */
  const reportStapling = ({ id, product_id, ...before }: StoredEmployer, status?: S.StaplingStatus) => {
    if (status === "lapsed" && before.stapling_status !== "lapsed") {
      return issues.open({ productId: product_id, employerId: id, kind: "stapling_connection_lapsed" })
    }
    return status === "connected"
      ? issues.resolveAutomatically({ employerId: id, kinds: kindsResolvedBy("stapling_check_succeeded") })
      : Effect.void
  }

  const apply = Effect.fn("settingsChanges.apply")(function* (
    employer: StoredEmployer,
    change: SettingsChange,
    at: Date,
    { isUse = false, writes = [] }: Along = {}
  ) {
    if (change.default_fund !== undefined) {
      const kinds = kindsResolvedBy("open_default_fund_chosen")
      yield* issues.resolveAutomatically({ employerId: employer.id, kinds })
    }
    yield* reportStapling(employer, change.stapling_status)
    const fund = defaultFundAfter(employer, change, yield* newId, at)
    const flags = FLAGS.filter((flag) => change[flag] !== undefined && change[flag] !== employer[flag])
    const used = isUse ? { last_activity_at: at } : {}
    if (fund === undefined && flags.length === 0) {
      if (isUse) yield* repo.embedUsed(employer.product_id, employer.id, at)
      if (writes.length > 0) yield* together(sql, writes)
      return { ...employer, ...used }
    }
    const changed: StoredEmployer = {
      ...employer,
      ...Object.fromEntries(flags.map((flag) => [flag, change[flag]])),
      default_fund: fund ?? employer.default_fund,
      ...used,
      version: employer.version + 1,
      updated_at: at
    }
    const all = [yield* repo.updating(changed), ...writes]
    if (fund !== undefined && fund.id === employer.default_fund?.id) {
      all.push(repo.markingDefaultFund(employer, fund.closed_at))
    } else if (fund !== undefined) {
      if (employer.default_fund !== null) {
        yield* repo.endDefaultFund(employer, fund.confirmed_at)
        // Another fund asks for other details.
        yield* drafts.forget(employer, ["details"])
      }
      all.push(repo.insertingDefaultFund(employer, fund))
    }
    if (timeline.isOn) yield* noteChange(employer, changed, flags)
    yield* recordChange(events, employer.product_id, employer, changed.version + changed.test_webhooks, all)
    return changed
  })

  return { apply }
})

/**
 * Sends `employer_settings_changed` for an employer in its current state, by default the product's newest, although
 * nothing has changed: its version stays. The event has its own `seq` among the employer's others. If the product has no
 * employer yet, the event is an example, about an employer that doesn't exist. Call it inside a transaction. Returns the
 * event's id; none if the product doesn't have the employer that is named.
 */
export const announceSettings = Effect.gen(function* () {
  const employers = yield* employersRepo
  const events = yield* Events

  return Effect.fn("announceSettings")(function* (
    productId: S.ProductId,
    employerId: S.EmployerId | undefined
  ) {
    const employer = yield* employers.countTestWebhook(productId, employerId)
    if (employer === undefined && employerId === undefined) {
      // An id of its own, so that examples of two products never wait for each other.
      const example = { id: (yield* newId) as S.EmployerId, remote_id: EXAMPLE_REMOTE_ID }
      return Option.some(yield* recordChange(events, productId, example, 1))
    }
    if (employer === undefined) return Option.none<string>()
    return Option.some(yield* recordChange(events, productId, employer, employer.seq))
  })
})
