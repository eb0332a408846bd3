/**
 * What people type into the search box of the docs, and the pages that answer it. The first twenty were written down before
 * the site was read; 26 are those of a review, and the rest those that a newcomer's first days left open. If a question fails,
 * correct the pages, not the question.
 */
export interface Question {
  readonly asker: "payroll" | "fund" | "client generator" | "operator"
  readonly words: string
  /** The page that answers; of two, either will do. */
  readonly answers: readonly [slug: string, other?: string]
}

const ask =
  (asker: Question["asker"]) =>
  (words: string, ...answers: Question["answers"]): Question => ({ asker, words, answers })

const payroll = ask("payroll")
const fund = ask("fund")
const generator = ask("client generator")
const operator = ask("operator")

const own = [
  payroll(
    "create employer api example",
    "reference/partner-api/create-employer",
    "start/first-call-and-webhook"
  ),
  payroll("verify webhook signature node", "partners/verify-webhooks"),
  payroll("idempotency key retry post", "partners/idempotency"),
  payroll("employer already has super fund", "partners/embed-screens"),
  payroll("429 too many requests", "partners/pagination-and-limits", "errors"),
  payroll("rotate api key", "start/keys-and-products", "reference/partner-api/create-product-key"),
  payroll("how to get member number", "partners/when-completion-is-late", "partners/onboarding-sessions"),
  payroll("change iframe colours logo", "partners/embedding", "reference/partner-api/update-product"),
  fund("upload employer list sftp", "funds/employer-list"),
  fund("duplicate member registration", "funds/member-registration"),
  fund("test my fund api", "funds/check-your-endpoint", "funds/first-registration"),
  fund("reject registration invalid tfn", "funds/member-registration", "reference/fund-api/register-member"),
  fund("product disclosure statement pdf", "funds/go-live", "funds/overview"),
  generator("download openapi json", "developers/generate-a-client", "developers"),
  generator("typescript sdk install", "developers/generate-a-client", "developers"),
  generator("breaking changes versioning policy", "developers/versioning"),
  operator("backup restore postgres", "operators/back-up"),
  operator("upgrade without downtime", "operators/run-it", "operators/scale-and-capacity"),
  operator(
    "fund is down registrations waiting",
    "funds/when-calls-wait-or-stop",
    "partners/when-completion-is-late"
  ),
  operator("rotate master encryption key", "operators/security-and-privacy", "operators/back-up")
]

const ofReview = [
  payroll("verify webhook signature", "partners/verify-webhooks"),
  payroll("rate limit", "partners/pagination-and-limits"),
  payroll("go live checklist", "partners/go-live"),
  payroll("rotate webhook secret", "partners/verify-webhooks", "reference/partner-api/rotate-webhook-secret"),
  payroll("why is there no member number", "partners/when-completion-is-late"),
  payroll("create employer", "reference/partner-api/create-employer", "start/first-call-and-webhook"),
  payroll("test tax file number", "partners/sandbox"),
  payroll("my server was down missed webhooks", "partners/webhooks"),
  payroll("iframe blank csp", "partners/embedding"),
  fund("list csv format", "funds/employer-list", "reference/files"),
  fund("what does a fund have to build", "funds/overview"),
  fund("test our endpoint", "funds/check-your-endpoint"),
  fund("sftp", "funds/employer-list"),
  fund("Retry-After 429", "funds/when-calls-wait-or-stop", "funds/numbers"),
  fund("jwt claims", "funds/authentication"),
  fund(
    "which fields do we receive for a new member",
    "funds/member-registration",
    "reference/fund-api/register-member"
  ),
  generator("generate python client", "developers/generate-a-client"),
  generator("validation_failed", "errors"),
  generator("breaking change notice", "developers/versioning"),
  generator("idempotency key", "partners/idempotency"),
  generator("replay a webhook", "partners/webhooks", "reference/partner-api/replay-webhook-delivery"),
  operator("restore backup", "operators/back-up"),
  operator("docker", "operators/run-it"),
  operator("master key lost", "operators/back-up"),
  operator("link a fund to a product", "operators/run-it"),
  operator("metrics", "operators/watch-it")
]

/** What a newcomer at a fund looked for. */
const ofFunds = [
  fund("my endpoint times out", "funds/when-calls-wait-or-stop", "funds/numbers"),
  fund("timeout registration retry", "funds/when-calls-wait-or-stop", "funds/member-registration"),
  fund("retries idempotency key registration", "funds/member-registration", "funds/when-calls-wait-or-stop"),
  fund("client certificate renewal", "funds/authentication"),
  fund("who issues client certificate", "funds/authentication"),
  fund("client certificate key type", "funds/authentication"),
  fund("rotate fund api key", "funds/authentication"),
  fund("rotate x-auth-key", "funds/authentication"),
  fund("expected number of calls", "funds/numbers"),
  fund("expected load requests per minute", "funds/numbers"),
  fund("requests per minute limits profile", "funds/numbers", "reference/files"),
  fund("tfn log encrypted stored", "funds/member-registration", "operators/security-and-privacy"),
  fund("store tax file number fund", "funds/member-registration", "operators/security-and-privacy"),
  fund("several products usi profile", "funds/member-registration", "reference/files"),
  fund("fund endpoint go sample", "funds/first-registration"),
  fund("lookup 404 unknown employer", "reference/fund-api/errors", "funds/check-your-endpoint"),
  fund("run fund-check on simulator", "funds/run-the-simulator", "funds/check-your-endpoint")
]

const ofNewcomer = [
  payroll("retry schedule", "partners/webhooks"),
  payroll("employee leaves halfway", "partners/onboarding-sessions"),
  payroll("wrong ABN", "partners/employer-issues"),
  payroll("rotate key", "start/keys-and-products"),
  payroll("TFN in logs", "partners/onboarding-sessions", "operators/security-and-privacy"),
  payroll("read the whole tax file number", "partners/onboarding-sessions", "partners/sandbox"),
  payroll("stop the service remove data", "start/first-call-and-webhook"),
  payroll("port already in use", "start/first-call-and-webhook"),
  payroll("what if the fund doesn't know the employer", "partners/embedding", "partners/embed-screens"),
  payroll("notice of changes", "developers/versioning"),
  payroll("iframe sandbox warning allow-same-origin", "partners/embedding"),
  payroll("429", "partners/pagination-and-limits", "errors"),
  payroll("store TFN", "partners/onboarding-sessions"),
  payroll("JWKS cache", "partners/verify-webhooks", "funds/authentication"),
  payroll("status page", "partners/help-and-status")
]

export const questions: ReadonlyArray<Question> = [...own, ...ofReview, ...ofNewcomer, ...ofFunds]
