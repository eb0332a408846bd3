/**
 * What a product needs before it goes live: the one list that partners read (`getGoLiveChecklist`) and that `admin product
 * go-live` prints (D-go-live-checklist). A row reads the facts, and says what is so and what is to do. Its words are read by
 * both: "the operator" does what the partner can't.
 *
 * The trap: a sandboxed product's links and permissions don't move to the live one, so there they are never done.
 */
import type * as S from "@embedded-super/contracts/schemas"

/** The parts of this service that every live product uses. */
export interface ServiceParts {
  /** Whether the operator has an instance file. */
  readonly isInstanceOwn: boolean
  readonly hasTexts: boolean
  readonly hasAto: boolean
}

/** The data that the items of a product are made of. */
export interface GoLiveFacts {
  readonly product: S.Product
  readonly report: S.ProductCheckReport | null
  readonly hasKey: boolean
  /** Funds with an enabled link. */
  readonly linkedFunds: number
  readonly parts: ServiceParts
  /** Where partners call the service. */
  readonly baseUrl: string
}

interface Judged {
  readonly state: S.GoLiveState
  readonly found: string
  readonly to_do: string | null
}

interface Row<Facts> {
  readonly kind: S.KnownGoLiveKind
  /** The page about it, below the docs. */
  readonly page: string
  readonly judge: (facts: Facts) => Judged
}

const done = (found: string, to_do: string | null = null): Judged => ({ state: "done", found, to_do })
const missing = (found: string, to_do: string): Judged => ({ state: "missing", found, to_do })
const toAgree = (found: string, to_do: string): Judged => ({ state: "to_agree", found, to_do })

const pathOf = ({ id }: S.Product) => `/api/v1/products/${id}`
const patchOf = (product: S.Product) => `PATCH ${pathOf(product)}, with its ETag as If-Match`

const verdicts = {
  does_not_conform: "that its receiver doesn't conform",
  incomplete: "a run that could not be finished"
} as const

/** Done is what the kit calls a certificate: a whole certify run that conforms. */
const judgeReport = ({ baseUrl, product, report }: GoLiveFacts): Judged => {
  const run =
    `Run \`npx partner-check run --mode certify --report-to ${baseUrl}${pathOf(product)}\`, ` +
    "with the partner's key in PARTNER_CHECK_PARTNER_KEY."
  if (report === null) return missing("No report of partner-check was sent.", run)
  const {
    declared,
    ended_at,
    failed,
    kit_version,
    mode,
    not_observed,
    seed,
    selection = [],
    verdict
  } = report
  const failures = failed.length === 0 ? "" : ` Failed: ${failed.join(", ")}.`
  if (verdict !== "conforms")
    return missing(`The partner reports ${verdicts[verdict]}.${failures}`, `Correct what it found. ${run}`)
  if (mode !== "certify") return missing(`The partner's report is of a run in the mode ${mode}.`, run)
  if (selection.length > 0)
    return missing(`The partner's report is of a run of ${selection.join(", ")} only.`, run)
  if (product.employer_issue_webhooks_enabled && !declared.receives_issues)
    return missing(
      "The partner's report leaves out employer issues, whose webhooks are on for the product.",
      "Set `receives_issues: true` in the kit's settings, or have the operator switch these webhooks off: " +
        `\`admin issue-webhooks off\`. ${run}`
    )
  return done(
    `The partner reports that its receiver conforms: partner-check ${kit_version}, certify, seed ${seed}, ${ended_at.slice(0, 10)}.${failures}`,
    not_observed.length === 0
      ? null
      : `Tell the operator how you tested what wasn't observed: ${not_observed.join(", ")}.`
  )
}

const judgeWebhook = ({ product }: GoLiveFacts): Judged => {
  const { webhook } = product
  const path = `${pathOf(product)}/webhook`
  if (webhook === null) return missing("There is no webhook address.", `Set one: PUT ${path}.`)
  const { last_success_at, status, url } = webhook
  if (!url.startsWith("https://"))
    return missing("The webhook address isn't https.", `Set one that is: PUT ${path}.`)
  if (status === "off") return missing("Sending webhooks is switched off.", `Switch it on: PUT ${path}.`)
  if (status !== "active")
    return missing(
      `Delivery to the webhook address isn't active: ${status}.`,
      `See why: GET ${pathOf(product)}. Correct it, and resume: POST ${path}/resume.`
    )
  return last_success_at === null
    ? missing("The webhook address has accepted no delivery yet.", `Send a test webhook: POST ${path}/test.`)
    : done(`The webhook address accepts deliveries, the last at ${last_success_at}.`)
}

const judgeOrigins = ({ product }: GoLiveFacts): Judged => {
  const origins = product.target_origins
  const change = `Set \`target_origins\`: ${patchOf(product)}.`
  if (origins.length === 0) return missing("No page may show the embeds.", change)
  const plain = origins.filter((origin) => !origin.startsWith("https://"))
  return plain.length > 0
    ? missing(
        `Origins that aren't https: ${plain.join(", ")}.`,
        `A live product has https origins only. ${change}`
      )
    : done(`Pages of ${origins.join(", ")} may show the embeds.`)
}

const judgeFunds = ({ linkedFunds, product }: GoLiveFacts): Judged => {
  const link = (id: string) => `The operator links each: \`admin fund link --product ${id} --fund SLUG\`.`
  if (product.sandboxed)
    return toAgree("A live product reaches no fund at first.", `Agree on its funds. ${link("LIVE_PRODUCT")}`)
  return linkedFunds === 0
    ? missing("No fund is linked, so nobody can join one.", link(product.id))
    : done(`Linked funds: ${linkedFunds}.`)
}

const judgeTfnAccess = ({ product: { id, sandboxed, tfn_access_enabled } }: GoLiveFacts): Judged => {
  const found = `The product ${tfn_access_enabled ? "may" : "may not"} read whole tax file numbers.`
  return !sandboxed && tfn_access_enabled
    ? done(found)
    : toAgree(
        found,
        `Only if you need them: the operator permits a live product \`admin product tfn-access ${sandboxed ? "LIVE_PRODUCT" : id} on\`.`
      )
}

const judgeIssues = ({ product }: GoLiveFacts): Judged => {
  const isOn = product.employer_issue_webhooks_enabled
  return toAgree(
    `Webhooks about employer issues are ${isOn ? "on" : "off"}.`,
    `Name who at your side reads employer issues.${isOn ? "" : " The operator enables the webhooks: `admin issue-webhooks on`."}`
  )
}

const rows: ReadonlyArray<Row<GoLiveFacts>> = [
  { kind: "check_report", page: "partners/check-your-receiver/", judge: judgeReport },
  {
    kind: "product_key",
    page: "start/keys-and-products/",
    judge: ({ hasKey, product }) =>
      hasKey
        ? done("The product has a key that works.")
        : missing("The product has no key that works.", `Make one: POST ${pathOf(product)}/keys.`)
  },
  { kind: "webhook", page: "partners/test-webhooks/", judge: judgeWebhook },
  {
    kind: "technical_contact",
    page: "partners/test-webhooks/#when-your-server-fails",
    judge: ({ product }) =>
      product.technical_contact_email === null
        ? missing(
            "There is no technical contact: nobody is told when webhooks can't be delivered.",
            `Set \`technical_contact_email\`: ${patchOf(product)}.`
          )
        : done("The technical contact is told when webhooks can't be delivered.")
  },
  { kind: "target_origins", page: "partners/embedding/#before-you-go-live", judge: judgeOrigins },
  { kind: "employer_issues", page: "partners/employer-issues/", judge: judgeIssues },
  { kind: "funds", page: "partners/go-live/#the-live-product", judge: judgeFunds },
  { kind: "tfn_access", page: "partners/go-live/#the-live-product", judge: judgeTfnAccess },
  {
    kind: "date",
    page: "partners/go-live/#the-live-product",
    judge: ({ product: { id, sandboxed } }) =>
      sandboxed
        ? toAgree(
            "A sandboxed product stays sandboxed: going live means a second product.",
            `Agree on a date. The operator makes the live product: \`admin product go-live ${id}\`.`
          )
        : toAgree("The product is live.", "Agree on the day from which your customers use it.")
  }
]

const serviceRows: ReadonlyArray<Row<ServiceParts>> = [
  {
    kind: "text_messages",
    page: "errors/#contact_not_validated",
    judge: ({ hasTexts }) =>
      hasTexts
        ? done("The service sends text messages.")
        : toAgree(
            "The service sends no text messages to employees of live products.",
            "Send each session an e-mail address or phone number that you validated."
          )
  },
  {
    kind: "ato",
    page: "partners/onboarding-sessions/#stapled-funds",
    judge: ({ hasAto }) =>
      hasAto
        ? done("The service is connected to the ATO.")
        : toAgree(
            "The service has no connection to the ATO: employers aren't offered it, and stapled funds aren't looked up.",
            "Agree whether you go live without it."
          )
  },
  {
    kind: "instance",
    page: "partners/go-live/",
    judge: ({ isInstanceOwn }) =>
      isInstanceOwn
        ? done("The service has an instance file.")
        : missing(
            "The service has no instance file, which it needs outside of development.",
            "The operator sets INSTANCE_FILE."
          )
  }
]

const itemsOf =
  <Facts>(all: ReadonlyArray<Row<Facts>>) =>
  (facts: Facts, docsUrl: string): ReadonlyArray<S.GoLiveItem> =>
    all.map(({ judge, kind, page }) => {
      const { found, state, to_do } = judge(facts)
      return {
        kind,
        state,
        found: found as S.GoLiveText,
        to_do: to_do as S.GoLiveTextOrNull,
        docs_url: `${docsUrl}/${page}` as S.WebUrl
      }
    })

/** The items of the service's own parts, which are the same for every live product. */
export const serviceItems = itemsOf(serviceRows)

/** All items of a product. */
export const goLiveItems = (facts: GoLiveFacts, docsUrl: string): ReadonlyArray<S.GoLiveItem> => [
  ...itemsOf(rows)(facts, docsUrl),
  ...serviceItems(facts.parts, docsUrl)
]
