import { choiceArgument } from "@embedded-super/program/runMain"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { webhookKeyCommand } from "../webhooks/endpoints/Webhooks.admin.ts"
import { operatorLook } from "./productLook.ts"
import { Partners } from "./Partners.ts"
import { partnersRepo } from "./PartnersRepo.ts"
import { toTimestamp } from "../platform/time/timestamp.ts"
import type { ListedKey } from "./ApiKeysRepo.ts"
import { operatorKeys } from "./OperatorKeys.ts"
import { answer, answerList } from "../platform/OperatorAnswer.ts"

const create = Command.make(
  "create",
  {
    name: Argument.String("name").pipe(Argument.withDescription("The partner's name")),
    slug: Flag.String("slug").pipe(
      Flag.withDescription("Its short name; made from the name if left out"),
      Flag.optional
    ),
    live: Flag.Boolean("live").pipe(
      Flag.withDescription("A partner whose products may be live; sandboxed if left out"),
      Flag.withDefault(false)
    )
  },
  Effect.fnUntraced(function* ({ live, name, slug }) {
    const partners = yield* Partners
    const { key, partner } = yield* partners.create({
      name,
      slug: Option.getOrUndefined(slug),
      sandboxed: !live
    })
    yield* answer({ ...partner, key: Redacted.value(key) }, (made) => [
      `partner ${made.id} (${made.slug})`,
      `partner key, shown this once: ${made.key}`
    ])
  })
).pipe(Command.withDescription("Make a partner, and show its key once"))

const list = Command.make(
  "list",
  {},
  Effect.fnUntraced(function* () {
    yield* answerList(
      yield* (yield* partnersRepo).list,
      (row) => {
        const kind = row.sandboxed ? "sandboxed" : "live"
        const issues = row.employer_issue_webhooks_enabled ? "on" : "off"
        const suspended =
          row.suspended_at === null ? "" : `  suspended since ${toTimestamp(row.suspended_at)}`
        return `${row.slug}  ${row.name}  ${kind}  products ${row.products}  issue webhooks ${issues}  ${row.id}${suspended}`
      },
      "There are no partners."
    )
  })
).pipe(Command.withDescription("Show the partners, with the slugs that other commands take"))

const slug = Argument.String("partner").pipe(Argument.withDescription("The partner's slug"))

const suspend = Command.make(
  "suspend",
  { slug },
  Effect.fnUntraced(function* ({ slug }) {
    const changed = yield* (yield* Partners).setSuspended(slug, true)
    yield* answer({ partner: slug, suspended: true, changed }, () => [
      `partner ${slug} is suspended ${changed ? "from now on" : "already"}: its keys and embeds are refused`,
      "webhooks and registrations under way go on; `admin webhook pause` and `admin fund unlink` stop those"
    ])
  })
).pipe(
  Command.withDescription(
    "Refuse a partner's keys with 403 and its embeds in words; webhooks and registrations go on"
  )
)

const resume = Command.make(
  "resume",
  { slug },
  Effect.fnUntraced(function* ({ slug }) {
    const changed = yield* (yield* Partners).setSuspended(slug, false)
    yield* answer({ partner: slug, suspended: false, changed }, () =>
      changed ? `partner ${slug} is no longer suspended` : `partner ${slug} wasn't suspended`
    )
  })
).pipe(Command.withDescription("End the suspension of a partner"))

/** `admin partner`: partners and their keys. */
export const partnerCommand = Command.make("partner").pipe(
  Command.withDescription("Partners"),
  Command.withSubcommands([create, list, suspend, resume, webhookKeyCommand])
)

const partner = Flag.String("partner").pipe(Flag.withDescription("The partner's slug"))

const OLDER_ISSUES =
  "of issues that were opened before, automatic resolutions are sent too; they were never announced as opened"

const issueWebhooks = (name: "on" | "off", description: string) =>
  Command.make(
    name,
    { partner },
    Effect.fnUntraced(function* ({ partner }) {
      const changed = yield* (yield* Partners).setIssueWebhooks(partner, name === "on")
      yield* answer({ partner, employerIssueWebhooksEnabled: name === "on", changed }, () => [
        `webhooks about employer issues of partner ${partner} are ${name} ${changed ? "from now on" : "already"}`,
        ...(name === "on" ? [OLDER_ISSUES] : [])
      ])
    })
  ).pipe(Command.withDescription(description))

/** `admin issue-webhooks`: enabled per partner account on request (R-2.1-18). */
export const issueWebhooksCommand = Command.make("issue-webhooks").pipe(
  Command.withDescription("Webhooks about employer issues, for all products of a partner"),
  Command.withSubcommands([
    issueWebhooks("on", "Send events from now on, also automatic resolutions of issues opened before"),
    issueWebhooks("off", "Send none; webhooks that already wait are still delivered")
  ])
)

/** `admin retention`: the periods agreed with a partner (D-retention). */
export const retentionCommand = Command.make(
  "retention",
  {
    partner,
    tfnDays: Flag.Int("tfn-days").pipe(
      Flag.withDescription("Days after a session's end at which its tax file number is destroyed, 3 to 90"),
      Flag.optional
    ),
    choiceRecords: Flag.Literals("choice-records", ["90-days", "5-years"]).pipe(
      Flag.withDescription("How long personal data of completed sessions is kept"),
      Flag.optional
    )
  },
  Effect.fnUntraced(function* ({ choiceRecords, partner, tfnDays }) {
    const kept = yield* (yield* Partners).setRetention(partner, {
      tfnDays: Option.getOrUndefined(tfnDays),
      choiceRecordsKept: Option.getOrUndefined(Option.map(choiceRecords, (kept) => kept === "5-years"))
    })
    yield* answer({ partner, ...kept }, ({ choiceRecordsKept, tfnDays }) => {
      const choices = choiceRecordsKept ? "5 years" : "90 days"
      return `partner ${partner}: tax file numbers are destroyed after ${tfnDays} days, completed sessions anonymised after ${choices}`
    })
  })
).pipe(Command.withDescription("Set how long a partner has personal data kept after a session has ended"))

const tfnAccess = Command.make(
  "tfn-access",
  {
    product: Argument.String("product").pipe(Argument.withDescription("The id of a partner's product")),
    access: choiceArgument("access", ["on", "off"], "Whether the product may read whole tax file numbers")
  },
  Effect.fnUntraced(function* ({ access, product }) {
    yield* (yield* Partners).setTfnAccess(product, access === "on")
    yield* answer({ product, tfnAccessEnabled: access === "on" }, ({ tfnAccessEnabled }) =>
      tfnAccessEnabled
        ? `product ${product} may read whole tax file numbers; each read is recorded`
        : `product ${product} may no longer read whole tax file numbers`
    )
  })
).pipe(Command.withDescription("Let a product read whole tax file numbers, or no longer"))

const optional = (name: string, description: string) =>
  Flag.String(name).pipe(Flag.withDescription(description), Flag.optional)

const look = Command.make(
  "look",
  {
    product: Argument.String("product").pipe(Argument.withDescription("The id of a partner's product")),
    targetOrigins: Flag.String("target-origin").pipe(
      Flag.withDescription("An origin that may frame the embeds; repeat it for each, up to ten"),
      Flag.atLeast(0)
    ),
    helpUrl: optional("help-url", "Where people in the embeds find the partner's help"),
    helpEmail: optional("help-email", "Where people in the embeds write to for the partner's help"),
    accent: optional("accent", "The colour of buttons and links, such as #1d6b52")
  },
  Effect.fnUntraced(function* ({ accent, helpEmail, helpUrl, product, targetOrigins }) {
    const set = yield* operatorLook
    const shown = yield* set(product, {
      target_origins: targetOrigins.length === 0 ? undefined : targetOrigins,
      help_url: Option.getOrUndefined(helpUrl),
      help_email: Option.getOrUndefined(helpEmail),
      accent: Option.getOrUndefined(accent)
    })
    yield* answer({ product, ...shown }, ({ target_origins }) => {
      const framers = target_origins.length === 0 ? "no page" : target_origins.join(", ")
      return `the embeds of product ${product} may be framed by ${framers}`
    })
  })
).pipe(
  Command.withDescription("Set who may frame a product's embeds, and the help and colour that they show")
)

/** The subcommands of `admin product` that set the look of products and their permissions. */
export const productCommands = [look, tfnAccess] as const

const stateOf = ({ deactivated_at, last_used_at }: ListedKey): string => {
  const used = last_used_at === null ? "never used" : `last used ${toTimestamp(last_used_at)}`
  return deactivated_at === null ? `works, ${used}` : `deactivated ${toTimestamp(deactivated_at)}, ${used}`
}

const listKeys = Command.make(
  "list",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    yield* answerList(yield* (yield* operatorKeys).list(partner), (key) => {
      const owner = key.product_id === null ? "the partner itself" : `product ${key.product_id}`
      return `${key.hint}  ${owner}  ${stateOf(key)}`
    })
  })
).pipe(Command.withDescription("Show the keys of a partner and its products, never the secret part"))

const createKey = Command.make(
  "create",
  { partner },
  Effect.fnUntraced(function* ({ partner }) {
    const key = yield* (yield* operatorKeys).create(partner)
    yield* answer({ partner, key: Redacted.value(key) }, (made) => [
      `partner key, shown this once: ${made.key}`,
      "The previous key still works. Deactivate it when the partner uses the new one."
    ])
  })
).pipe(Command.withDescription("Make a partner's next key, and show it once"))

const deactivateKey = Command.make(
  "deactivate",
  {
    key: Argument.String("key").pipe(
      Argument.withDescription("The beginning of the key, such as partner_live_AbCd1234; not the whole key")
    )
  },
  Effect.fnUntraced(function* ({ key }) {
    const changed = yield* (yield* operatorKeys).deactivate(key)
    yield* answer({ key, changed }, () =>
      changed ? "the key no longer works" : "the key had been deactivated before"
    )
  })
).pipe(Command.withDescription("Deactivate a key of a partner or a product, at once and permanently"))

/** `admin key`: replaces API keys that leaked, were lost, or are due for rotation. */
export const keyCommand = Command.make("key").pipe(
  Command.withDescription("API keys of partners and their products"),
  Command.withSubcommands([listKeys, createKey, deactivateKey])
)
