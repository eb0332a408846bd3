import * as Walk from "@embedded-super/program/testing/walk"
import { randomBytes } from "node:crypto"
import type { Answer, Caller } from "../openapi/Caller.ts"
import { niamh, wattle } from "./people.ts"

type Call = Caller["call"]
type Person = Walk.Person

/**
 * The two sides of the service, for one product: calls with its key, and calls from an embed with the embed's token.
 */
export interface Product {
  readonly partner: Call
  readonly embed: Call
  readonly embedAs: (token: string) => Call
}

const dataOf = async (answer: Promise<Answer>): Promise<any> => (await answer).body.data

/**
 * A frame that calls as the walk asks, and sends what was typed before each save: part of it where that says more than
 * the whole.
 */
const walking =
  (embed: Call): Walk.EmbedCall =>
  async (operation, sent = {}) => {
    const body: any = sent.body
    const draft = (operation: string, body: unknown) => embed(operation, { body, status: 200 })
    if (operation === "saveIdentity") await draft("draftIdentity", body)
    if (operation === "saveContact") await draft("draftContact", body)
    if (operation === "saveIntentPerson")
      await draft("draftIntentPerson", { given_name: body.given_name, email: "nia" })
    if (operation === "saveIntentJob") await draft("draftIntentJob", { job_title: "Cab" })
    if (operation === "chooseFund") {
      const shown = { path: { display_id: body.display_id }, body: { doors: ["existing", "join"] } }
      await embed("recordShownChoices", { ...shown, status: 204 })
      await draft("draftSelfManaged", { member_name: niamh.identity.family_name, fund_abn: "53 004" })
    }
    return dataOf(embed(operation, { ...sent, status: 200 }))
  }

type GenerateEmbedUrl =
  | "generateEmployerEmbedUrl"
  | "generateOnboardingSessionEmbedUrl"
  | "generateOnboardingSessionIntentEmbedUrl"

/** Generates an embed URL for an entity. */
export const embedUrlOf = async (
  { partner }: Product,
  operation: GenerateEmbedUrl,
  id: string
): Promise<string> => {
  const body = operation === "generateEmployerEmbedUrl" ? { app: "super_settings" } : {}
  return (await dataOf(partner(operation, { path: { id }, body, status: 201 }))).embed_url
}

/** A random value that identifies a frame. */
export const anOpener = (): string => randomBytes(16).toString("base64url")

/** Exchanges an embed URL for a token. */
export const tokenFor = async ({ embed }: Product, embed_url: string, opener = anOpener()): Promise<string> =>
  (await dataOf(embed("openEmbed", { body: { embed_url, opener }, status: 201 }))).token

/** The versions of the terms that an employer sees in its embed. */
const versionsOf = ({ terms }: { readonly terms: ReadonlyArray<{ readonly version: string }> }) =>
  terms.map(({ version }) => version)

/** Generates an embed URL for an entity, opens it, and returns a caller with its token. */
const openEmbed = async (product: Product, operation: GenerateEmbedUrl, id: string): Promise<Call> =>
  product.embedAs(await tokenFor(product, await embedUrlOf(product, operation, id)))

/** An employer that has selected no fund yet. */
export const createEmployer = async (
  { partner }: Product,
  remoteId: string
): Promise<{ readonly id: string }> =>
  dataOf(partner("createEmployer", { body: { ...wattle, remote_id: remoteId }, status: 201 }))

/** The employer selects its default fund in its embed. */
export const chooseDefaultFund = async (product: Product, employerId: string): Promise<void> => {
  const embed = await openEmbed(product, "generateEmployerEmbedUrl", employerId)
  await Walk.chooseDefaultFund(walking(embed))
}

/** An employer that has selected its default fund in its embed. */
export const configureEmployer = async (
  product: Product,
  remoteId: string
): Promise<{ readonly id: string }> => {
  const { id } = await createEmployer(product, remoteId)
  await chooseDefaultFund(product, id)
  return { id }
}

/** The employer connects the ATO in its embed, turns its automation on, and is done. Returns its onboarding status. */
export const automate = async (product: Product, employerId: string): Promise<string> => {
  const embed = await openEmbed(product, "generateEmployerEmbedUrl", employerId)
  const agent = { connected_by: "agent", agent_number: "25684031", agent_abn: "83 914 571 673" }
  await embed("getEmployerSettings", { status: 200 })
  await embed("checkAtoConnection", { status: 409 })
  await embed("saveAtoConnection", { body: agent, status: 200 })
  const { automations } = await dataOf(embed("checkAtoConnection", { status: 200 }))
  const turnOn = ({ statement }: any) => ({ enabled: true, accepted_statement_version: statement.version })
  const body = { stapling: turnOn(automations.stapling) }
  const { onboarding_status } = await dataOf(embed("saveAutomations", { body, status: 200 }))
  await embed("endEmbed", { status: 204 })
  await embed("getEmployerSettings", { status: 401 })
  return onboarding_status
}

const ines = { contact_name: "Ines Wattle", contact_email: "ines@wattle.example" }

/** Answers the required fields of the form of the fund that an employer has confirmed. Returns the stored answers. */
const answerDetailsForm = async (embed: Caller["call"], contact = ines) => {
  const { fields } = await dataOf(embed("getEmployerDetailsForm", { status: 200 }))
  const answers: Readonly<Record<string, string>> = {
    industry_code: "E",
    ...contact
  }
  const wanted = fields.filter(({ required }: { readonly required: boolean }) => required)
  const body = Object.fromEntries(
    wanted.map(({ field }: { readonly field: string }) => [field, answers[field]])
  )
  await embed("draftEmployerDetails", { body: { contact_email: "ines@" }, status: 200 })
  const { details } = await dataOf(embed("saveEmployerDetails", { body, status: 200 }))
  return details
}

/** Opens an employer's embed, and returns the matches that it shows. */
export const openMatches = async (
  product: Product,
  employerId: string
): Promise<{ readonly embed: Call; readonly matches: ReadonlyArray<{ readonly id: string }> }> => {
  const embed = await openEmbed(product, "generateEmployerEmbedUrl", employerId)
  const { matches } = await dataOf(embed("getEmployerMatches", { status: 200 }))
  return { embed, matches }
}

/**
 * An employer that the fund already knows (a match), and that answers whether the fund is its default (Default
 * Activate).
 */
export const answerMatch = async (
  product: Product,
  remoteId: string,
  says: "yes" | "no",
  contact = ines
): Promise<{
  readonly id: string
  readonly defaultFund: any
  readonly details: any
  readonly matchesLeft: number
}> => {
  const { id } = await createEmployer(product, remoteId)
  const { embed, matches } = await openMatches(product, id)
  const view = await dataOf(embed("getEmployerSettings", { status: 200 }))
  const path = { match_id: matches[0]!.id }
  const terms = { accepted_terms_versions: versionsOf(view) }
  const decline = () => embed("declineMatch", { path, body: { reason: "not_our_fund" }, status: 200 })
  if (says === "yes") await embed("confirmMatch", { path, body: terms, status: 200 })
  else {
    // Declined by mistake, taken back, and declined after all.
    await decline()
    await embed("undoDecline", { path, status: 200 })
    await decline()
  }
  const details = says === "yes" ? await answerDetailsForm(embed, contact) : undefined
  const left = await dataOf(embed("getEmployerMatches", { status: 200 }))
  const { employer_default_super_fund_product } = await dataOf(
    product.partner("getEmployer", { path: { id }, status: 200 })
  )
  return { id, details, defaultFund: employer_default_super_fund_product, matchesLeft: left.matches.length }
}

/** Creates an onboarding session by the partner. */
export const createSession = (
  { partner }: Product,
  employerId: string,
  remoteId: string,
  person: Person = niamh
): Promise<{ readonly id: string; readonly employee: { readonly id: string } }> =>
  dataOf(
    partner("createOnboardingSession", {
      body: {
        employer: { id: employerId },
        employee: { remote_id: `employee of ${remoteId}` },
        remote_id: remoteId,
        email: person.contact.email,
        email_validated: true,
        employee_detail: { employment: person.employment }
      },
      status: 201
    })
  )

/** A session without verified data from the partner, whose employee first verifies a phone number. */
export const verifyPhone = async (
  product: Product,
  employerId: string,
  remoteId: string
): Promise<{ readonly id: string }> => {
  const { id } = await dataOf(
    product.partner("createOnboardingSession", {
      body: {
        employer: { id: employerId },
        employee: { remote_id: `employee of ${remoteId}` },
        remote_id: remoteId,
        phone_number: niamh.contact.phone_number
      },
      status: 201
    })
  )
  const embed = await openEmbed(product, "generateOnboardingSessionEmbedUrl", id)
  await embed("getOnboarding", { status: 200 })
  const { sandbox_code } = await dataOf(
    embed("requestVerificationCode", { body: { phone_number: niamh.contact.phone_number }, status: 200 })
  )
  await embed("verifyCode", { body: { code: sandbox_code }, status: 200 })
  return { id }
}

/** The employee completes the steps of the embed, joins a fund, and confirms. */
export const walkThroughSession = async (
  product: Product,
  id: string,
  person: Person = niamh
): Promise<void> => {
  const embed = await openEmbed(product, "generateOnboardingSessionEmbedUrl", id)
  await Walk.giveDetails(walking(embed), person)
  await Walk.joinFund(walking(embed))
}

/** The employee types into two steps of a session, and the employer into an intent; neither saves them. */
export const leaveDrafts = async (
  product: Product,
  sessionId: string,
  intentId: string,
  { contact, identity }: Person = niamh
): Promise<void> => {
  const embed = await openEmbed(product, "generateOnboardingSessionEmbedUrl", sessionId)
  await embed("getOnboarding", { status: 200 })
  await embed("saveIdentity", { body: identity, status: 200 })
  await embed("draftIdentity", { body: identity, status: 200 })
  await embed("draftContact", { body: contact, status: 200 })
  const intent = await openEmbed(product, "generateOnboardingSessionIntentEmbedUrl", intentId)
  await intent("getIntent", { status: 200 })
  const { family_name, given_name } = identity
  await intent("draftIntentPerson", { body: { family_name, given_name }, status: 200 })
}

/**
 * The super choice form of a confirmed session, fetched by the partner and by the employee: the first bytes of each.
 */
export const fetchChoiceForms = async (product: Product, id: string): Promise<ReadonlyArray<string>> => {
  const embed = await openEmbed(product, "generateOnboardingSessionEmbedUrl", id)
  const forms = [
    await product.partner("getChoiceForm", { path: { id }, status: 200 }),
    await embed("getOnboardingChoiceForm", { status: 200 })
  ]
  return forms.map(({ body }) => String(body).slice(0, 5))
}

/** Creates an intent by the partner. */
export const createIntent = (
  { partner }: Product,
  employerId: string,
  remoteId: string
): Promise<{ readonly id: string }> =>
  dataOf(
    partner("createOnboardingSessionIntent", {
      body: { employer: { id: employerId }, remote_id: remoteId },
      status: 201
    })
  )

/** The employer opens the embed of an intent that the partner has prefilled, completes it, and confirms. */
export const walkThroughIntent = async (product: Product, id: string, person?: Person): Promise<void> => {
  const embed = await openEmbed(product, "generateOnboardingSessionIntentEmbedUrl", id)
  await embed("getIntent", { status: 200 })
  await fillInIntent(embed, person)
}

/** The employer opens an embed to start an intent: its first save creates it. Returns the frame and the view. */
export const openIntentStart = async (
  product: Product,
  employerId: string,
  remoteId?: string
): Promise<{ readonly embed: Call; readonly view: any }> => {
  const body = { app: "onboarding_intent", ...(remoteId === undefined ? {} : { remote_id: remoteId }) }
  const made = product.partner("generateEmployerEmbedUrl", { path: { id: employerId }, body, status: 201 })
  const embed = product.embedAs(await tokenFor(product, (await dataOf(made)).embed_url))
  return { embed, view: await dataOf(embed("getIntent", { status: 200 })) }
}

/** The employer completes an intent, and confirms. */
export const fillInIntent = (embed: Call, person: Person = niamh): Promise<void> =>
  Walk.fillInIntent(walking(embed), person)
