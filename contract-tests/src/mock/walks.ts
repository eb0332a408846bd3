/** Twelve walks of a partner's software through the partner API, without a browser: the sandbox plays the people. */
import { wattle } from "../onboarding/people.ts"
import document from "@embedded-super/contracts/bundled/partner-api" with { type: "json" }
import type { Asked, Walker } from "./Walker.ts"

const checkReport = document.components.examples.checkReportConforms.value

export type Walk = (walker: Walker) => Promise<void>

/** Of no entity. */
const NOBODY = { id: "01a0f4c2-c400-7000-8000-00000000dead" }

const BANKSIA = "60905115063003"

const anEmployer = async ({ call }: Walker) => {
  const { data } = await call("createEmployer", { body: { ...wattle, remote_id: "employer-1" } })
  return { id: data.id as string }
}

/** An employer that can onboard. */
const aConfiguredEmployer = async (walker: Walker) => {
  const path = await anEmployer(walker)
  await walker.call("setSimulatedDefaultFund", { path, body: { usi: BANKSIA } })
  return path
}

const sessionOf = (employer: { readonly id: string }, remote_id = "session-1") => ({
  employer,
  employee: { remote_id: `employee-of-${remote_id}` },
  remote_id,
  email: "niamh@example.com",
  email_validated: true
})

const aSession = async (walker: Walker) => {
  const employer = await aConfiguredEmployer(walker)
  const { data, headers } = await walker.call("createOnboardingSession", { body: sessionOf(employer) })
  return { employer, path: { id: data.id as string }, headers, employee: { id: data.employee.id as string } }
}

const advance = ({ call }: Walker, path: { readonly id: string }, to: string) =>
  call("advanceOnboardingSession", { path, body: { to } })

const complete = async ({ call, until }: Walker, path: { readonly id: string }, more: object = {}) => {
  await call("advanceOnboardingSession", { path, body: { to: "completed", ...more }, isEarly: true })
  await until("getOnboardingSession", { path }, (data) => data.data_delivery_state === "completed")
}

const keepsEmployers: Walk = async (walker) => {
  const { call } = walker
  const path = await anEmployer(walker)
  const { headers } = await call("getEmployer", { path })
  const ifMatch = { "if-match": headers.get("etag") ?? "" }
  await call("createEmployer", { body: { ...wattle, remote_id: "employer-1" } })
  await call("createEmployer", { body: { name: "Wattle" } })
  await call("updateEmployer", { path, body: { name: "Wattle Pty Ltd" } })
  await call("updateEmployer", { path, headers: ifMatch, body: { name: "Wattle Pty Ltd" } })
  await call("updateEmployer", { path, headers: ifMatch, body: { name: "Wattle" } })
  await call("listEmployers", { query: { remote_id: "employer-1" } })
  await call("listEmployers", { query: { remote_id: "none" } })
  for (const as of ["other", "partner", "stranger", "nobody"] as const)
    await call("getEmployer", { as, path })
  await call("getEmployer", { path: NOBODY })
  await call("generateEmployerEmbedUrl", { path, body: { app: "super_settings" } })
  await walker.events()
}

const configuresAnEmployer: Walk = async (walker) => {
  const { call } = walker
  const path = await aConfiguredEmployer(walker)
  const set = (body: object) => call("setSimulatedStapling", { path, body })
  await set({ status: "connected" })
  await set({ status: "connected" })
  await set({ status: "connected", declarations_accepted: true })
  await set({ status: "lapsed" })
  await call("listEmployerIssues", { query: { employer_id: path.id } })
  await set({ status: "connected" })
  await call("listEmployerIssues", { query: { employer_id: path.id } })
  await call("setSimulatedDefaultFund", { path: NOBODY, body: { usi: BANKSIA } })
  await walker.events()
}

const changesASession: Walk = async (walker) => {
  const { call } = walker
  const employer = await anEmployer(walker)
  await call("createOnboardingSession", { body: sessionOf(employer) })
  await call("createOnboardingSession", { body: sessionOf(NOBODY) })
  await call("setSimulatedDefaultFund", { path: employer, body: { usi: BANKSIA } })
  const { data, headers } = await call("createOnboardingSession", { body: sessionOf(employer) })
  const path = { id: data.id as string }
  const body = { phone_number: "+61491570156" }
  const ifMatch = { "if-match": headers.get("etag") ?? "" }
  await call("createOnboardingSession", { body: sessionOf(employer) })
  await call("getOnboardingSession", { path })
  await call("getOnboardingSession", { path, as: "other" })
  await call("updateOnboardingSession", { path, body })
  await call("updateOnboardingSession", { path, body: { email: "n@wattle.example" }, headers: ifMatch })
  await call("updateOnboardingSession", { path, body, headers: ifMatch })
  await call("updateOnboardingSession", { path, body, headers: ifMatch })
  await call("generateOnboardingSessionEmbedUrl", { path })
  await call("listOnboardingSessions", { query: { employer_id: employer.id } })
  await call("listOnboardingSessions", { query: { data_delivery_state: "completed" } })
  await call("cancelOnboardingSession", { path })
  await call("cancelOnboardingSession", { path })
  await call("updateOnboardingSession", { path, body, headers: { "if-match": "*" } })
  await call("getOnboardingSession", { path })
  await call("eraseOnboardingSession", { path })
  await call("getOnboardingSession", { path })
  await walker.events()
}

const onboardsAnEmployee: Walk = async (walker) => {
  const { call } = walker
  const { employee, employer, path } = await aSession(walker)
  await call("getEmployee", { path: employee })
  await advance(walker, path, "collect_tax")
  await advance(walker, path, "collect_contact")
  await call("getChoiceForm", { path })
  await call("getTaxFileNumber", { path })
  await advance(walker, path, "review")
  await complete(walker, path)
  await call("getChoiceForm", { path })
  await call("getTaxFileNumber", { path })
  await call("getTaxFileNumber", { path, as: "other" })
  await call("getEmployee", { path: employee })
  await call("listEmployees", { query: { employer_id: employer.id } })
  await call("retryMemberRegistration", { path })
  await call("cancelOnboardingSession", { path })
  await call("updateOnboardingSession", {
    path,
    body: { phone_number: "+61491570156" },
    headers: { "if-match": "*" }
  })
  await advance(walker, path, "expired")
  await call("listOnboardingSessions", { query: { employee_id: employee.id } })
  await walker.events()
}

const isRefusedByTheFund: Walk = async (walker) => {
  const { employee, path } = await aSession(walker)
  // No events: the service also opens an issue of the employee.
  await complete(walker, path, { preset: "registration_fails" })
  await walker.call("getEmployee", { path: employee })
  await walker.call("retryMemberRegistration", { path })
}

const letsASessionExpire: Walk = async (walker) => {
  const { employer, path } = await aSession(walker)
  await advance(walker, path, "expired")
  await advance(walker, path, "completed")
  await walker.call("getOnboardingSession", { path })
  await walker.call("generateOnboardingSessionEmbedUrl", { path })
  await walker.call("createOnboardingSession", { body: sessionOf(employer, "session-2") })
  await walker.events()
}

const convertsAnIntent: Walk = async (walker) => {
  const { call } = walker
  const employer = await aConfiguredEmployer(walker)
  const body = { employer, remote_id: "hire-1", employee: { email: "niamh@example.com" } }
  const { data } = await call("createOnboardingSessionIntent", { body })
  const path = { id: data.id as string }
  const convert = (key: string, more: Asked = {}) =>
    call("createOnboardingSessionFromIntent", { path, headers: { "idempotency-key": key }, ...more })
  await call("createOnboardingSessionIntent", { body })
  await call("generateOnboardingSessionIntentEmbedUrl", { path })
  await convert("one")
  await call("completeOnboardingSessionIntent", { path })
  await call("completeOnboardingSessionIntent", { path })
  await call("getOnboardingSessionIntent", { path })
  const valid = { email_validated: true }
  const made = await convert("one", { body: valid })
  await convert("one", { body: valid })
  await convert('"one"', { body: valid })
  await convert("one", { body: {} })
  await convert("two", { body: valid })
  await convert("one", { body: valid, as: "other" })
  await call("getOnboardingSession", { path: { id: made.data.id } })
  await call("getOnboardingSessionIntent", { path })
  await call("cancelOnboardingSessionIntent", { path })
  await call("listOnboardingSessionIntents", { query: { employer_id: employer.id, status: "complete" } })
  await walker.events()
}

const startsAnIntent: Walk = async (walker) => {
  const { call } = walker
  const employer = await anEmployer(walker)
  const start = (body: object) => call("startSimulatedIntent", { path: employer, body })
  const { data } = await start({ remote_id: "hire-1" })
  const path = { id: data.id as string }
  await start({ remote_id: "hire-1" })
  await start({})
  await call("generateEmployerEmbedUrl", {
    path: employer,
    body: { app: "onboarding_intent", remote_id: "hire-1" }
  })
  await call("createOnboardingSessionFromIntent", { path })
  await call("cancelOnboardingSessionIntent", { path })
  await call("getOnboardingSessionIntent", { path })
  await call("completeOnboardingSessionIntent", { path })
  await call("getOnboardingSessionIntent", { path: NOBODY })
  await call("listOnboardingSessionIntents", { query: { status: "cancelled" } })
  await walker.events()
}

const resolvesIssues: Walk = async (walker) => {
  const { call } = walker
  const path = await anEmployer(walker)
  const open = (kind: string) => call("openSimulatedEmployerIssue", { path, body: { kind } })
  const issue = { id: (await open("employer_abn_invalid")).data.id as string }
  const other = { id: (await open("default_fund_closed")).data.id as string }
  await open("employer_abn_invalid")
  await call("listEmployerIssues", { query: { status: "open" } })
  await call("getEmployerIssue", { path: issue })
  await call("getEmployerIssue", { path: issue, as: "other" })
  await call("resolveEmployerIssue", { path: issue })
  await call("resolveEmployerIssue", { path: issue })
  await call("resolveEmployerIssue", { path: other, body: { note: "Done by phone." } })
  await call("resolveEmployerIssue", { path: NOBODY })
  await call("listEmployerIssues", { query: { status: "open" } })
  await call("listEmployerIssues", { query: { kind: "default_fund_closed" } })
  await walker.events()
}

const readsPagesAndSecrets: Walk = async (walker) => {
  const { call, productId } = walker
  const as = "partner"
  const path = { id: productId }
  const { headers } = await call("getProduct", { as, path })
  await call("getProduct", { path })
  await call("updateProduct", { as, path, body: { name: "Wattle Payroll" } })
  const ifMatch = { "if-match": headers.get("etag") ?? "" }
  await call("updateProduct", { as, path, headers: ifMatch, body: { name: "Wattle Payroll" } })
  const once = { "idempotency-key": "once" }
  const { data } = await call("createProductKey", { as, path, headers: once, body: { name: "second" } })
  await call("createProductKey", { as, path, headers: once, body: { name: "second" } })
  await call("deactivateProductKey", { as, path: { ...path, key_id: data.key.id } })
  await call("rotateWebhookSecret", { as, path })
  await call("resumeProductWebhook", { as, path })
  await call("getGoLiveChecklist", { as, path })
  await call("setProductCheckReport", { as, path, body: checkReport })
  await call("setProductCheckReport", { as, path, body: { ...checkReport, kit: "fund-check" } })
  await call("setProductCheckReport", { as, path: NOBODY, body: checkReport })
  await call("getGoLiveChecklist", { as, path })
  for (const remote_id of ["1", "2"]) await call("createEmployer", { body: { ...wattle, remote_id } })
  const page = async (query: Readonly<Record<string, string>>) => {
    const { data } = await call("listEmployers", { query })
    return data
  }
  await page({ limit: "1" })
  await page({ limit: "2" })
  await page({ after: "nonsense" })
  await call("listProductKeys", { as, path, query: { after: "nonsense" } })
  await call("testProductWebhook", { as, path, body: {} })
  await call("listWebhookDeliveries", { query: { status: "delivered" } })
  await walker.events()
}

const sendsWhatIsWrong: Walk = async (walker) => {
  const { call } = walker
  const path = await aConfiguredEmployer(walker)
  const create = (body: object) => call("createEmployer", { body: { ...wattle, remote_id: "2", ...body } })
  await create({ nmae: "Wattle" })
  await create({ abn: "51 824 753 557", contact: { email: "niamh", phone: "1" } })
  await call("createEmployer", { body: wattle, headers: { "idempotency-key": "two words" } })
  await call("updateEmployer", { path, headers: { "if-match": "3" }, body: { name: "Wattle" } })
  await create({ name: "", remote_id: 2, address: {} })
  await call("listEmployers", { query: { limit: "0" } })
  await call("listEmployers", { query: { limit: "many", remoteId: "2" } })
  await create({})
  const change = (body: object) => call("updateEmployer", { path, headers: { "if-match": "*" }, body })
  await change({ remote_id: "2" })
  await change({})
  await change({ abn: null })
  await change({ contact: null })
  const session = (body: object) => call("createOnboardingSession", { body: { ...sessionOf(path), ...body } })
  await session({ employee: NOBODY })
  await session({ employee: {} })
  await session({ email: undefined })
  await session({ phone_number_validated: true })
  const tax_detail = { tfn: "123 456 782", tfn_exemption_type: "pensioner" }
  await session({ employee_detail: { tax_detail } })
  await session({ employee_detail: { tax_detail: { tfn: "12 345 678" } } })
  const earlier = await session({})
  const { data } = await session({ remote_id: "session-2", employee: { remote_id: "employee-of-session-1" } })
  await call("getOnboardingSession", { path: { id: earlier.data.id } })
  await call("updateOnboardingSession", { path: { id: data.id }, body: { email: "n@wattle.example" } })
  await call("advanceOnboardingSession", { path: { id: data.id }, body: { to: "initial" } })
  await call("generateEmployerEmbedUrl", { path, body: { app: "super_settings", remote_id: "hire-1" } })
  await call("setSimulatedStapling", { path, body: { status: "connected", outcome: "stapled_fund" } })
  await walker.events()
}

const limitsItsKeys: Walk = async ({ call, productId }) => {
  const as = "partner"
  const path = { id: productId }
  const headers = { "if-match": "*" }
  await call("createProductKey", { as, path, body: { name: "second" } })
  await call("createProductKey", { as, path, body: { name: "third" } })
  await call("updateProduct", { as, path, headers, body: { tfn_access_enabled: true } })
  await call("testProductWebhook", { as, path, body: { employer_id: NOBODY.id } })
  await call("setProductWebhook", { as, path, body: { url: "ftp://payroll.example.com" } })
  await call("setProductWebhook", { as, path, body: { url: "https://payroll.example.com", enabled: false } })
  await call("testProductWebhook", { as, path, body: {} })
  const span = { from: "2026-01-01T00:00:00Z", to: "2026-01-02T00:00:00Z" }
  await call("replayWebhookDeliveries", { body: span })
  await call("createProduct", { as, body: { name: "Live", sandboxed: false } })
}

/** By their sentences. */
export const walks: Readonly<Record<string, Walk>> = {
  "keeps employers": keepsEmployers,
  "configures an employer": configuresAnEmployer,
  "changes, cancels and erases a session": changesASession,
  "onboards an employee, up to the member number": onboardsAnEmployee,
  "completes without a member number, if the fund refuses": isRefusedByTheFund,
  "lets a session expire": letsASessionExpire,
  "converts an intent once": convertsAnIntent,
  "starts and cancels an intent": startsAnIntent,
  "opens and resolves issues": resolvesIssues,
  "reads pages, and no secret twice": readsPagesAndSecrets,
  "sends what is wrong": sendsWhatIsWrong,
  "uses up its keys, and switches its webhooks off": limitsItsKeys
}
