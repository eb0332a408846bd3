/** The real service in this process, on a database of its own: what it does for one fund. */
import * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { LOOKUP_BUDGET } from "../../../packages/fund-rules/src/calls/FundOperation.ts"
import { EmployerMatches } from "../../../packages/service/src/default-activate/EmployerMatches.ts"
import type { OpenEmbed } from "../../../packages/service/src/embed-sessions/embedSecurity.ts"
import { EmployerDetails } from "../../../packages/service/src/employer-details/EmployerDetails.ts"
import { SftpAccounts } from "../../../packages/service/src/employer-lists/sftp/SftpAccounts.ts"
import { Employers } from "../../../packages/service/src/employers/Employers.ts"
import { EmployerSettings } from "../../../packages/service/src/employers/EmployerSettings.ts"
import { FundCredentials } from "../../../packages/service/src/funds/FundCredentials.ts"
import { FundDirectory } from "../../../packages/service/src/funds/FundDirectory.ts"
import { FundLinks } from "../../../packages/service/src/funds/FundLinks.ts"
import { FundProfiles } from "../../../packages/service/src/funds/FundProfiles.ts"
import type { StoredFund } from "../../../packages/service/src/funds/FundsRepo.ts"
import { Confirmation } from "../../../packages/service/src/onboarding-sessions/employee-embed/Confirmation.ts"
import { OnboardingSteps } from "../../../packages/service/src/onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { OnboardingSessions } from "../../../packages/service/src/onboarding-sessions/OnboardingSessions.ts"
import { aProduct } from "../../../packages/service/test/aProduct.ts"
import { TestLists } from "../../../packages/service/test/funds/TestLists.ts"
import { TestRegistering } from "../../../packages/service/test/funds/TestRegistering.ts"
import { TestLookup } from "../../../packages/service/test/TestSettings.ts"
import { termsAccepted } from "../../../packages/service/test/termsAccepted.ts"
import { anEmbed, TestMatches } from "../../../packages/service/test/TestMatches.ts"
import {
  contact,
  disclaimer,
  type Employer,
  join,
  tax
} from "../../../packages/service/test/TestOnboarding.ts"
import { type Person, sessionOf } from "./cast.ts"

/** Registrations, lookups, details, lists and the accounts for them. Lookups end in time: some funds never answer. */
export const service = Layer.merge(
  TestRegistering.layer,
  Layer.merge(TestMatches.layer, SftpAccounts.layer).pipe(Layer.provideMerge(TestLists.layer))
).pipe(Layer.provide(Layer.succeed(TestLookup, LOOKUP_BUDGET)))

const decodeEmployer = Schema.decodeSync(S.EmployerCreation)
const decodeIdentity = Schema.decodeSync(S.EmbedIdentityStep)

const ampersand = '@Wattle, Sons & "Daughters"'

const anEmployer = Effect.fnUntraced(function* (productId: S.ProductId, abn: string, name: string) {
  const { data } = yield* (yield* Employers).create(
    productId,
    decodeEmployer({ abn, name: ampersand, remote_id: name })
  )
  return { productId, employerId: data.id }
})

/** A new product that is linked to the fund. */
export const aProductOf = Effect.fnUntraced(function* (fund: StoredFund) {
  const productId = yield* aProduct()
  yield* (yield* FundLinks).link(fund.slug, productId)
  return productId
})

/** Opens an employer's embed, which looks the employer up at the fund. */
export const lookUp = Effect.fnUntraced(function* (productId: S.ProductId, abn: string, remoteId: string) {
  const { employerId } = yield* anEmployer(productId, abn, remoteId)
  const embed = yield* anEmbed(productId, employerId)
  const { matches } = yield* (yield* EmployerMatches).find(embed)
  return { embed, match: matches[0] }
})

/** The employer confirms a match. */
export const confirm = (embed: OpenEmbed, match: S.EmbedMatchId) =>
  Effect.flatMap(EmployerMatches, (matches) => matches.confirm(embed, match, termsAccepted))

/** The employer gives the details that the fund asks for. */
export const giveDetails = (embed: OpenEmbed, answers: object) =>
  Effect.flatMap(EmployerDetails, (details) => details.save(embed, answers as S.EmbedEmployerDetailsChange))

/** An employer whose employees join the fund. */
export const anEmployerOf = Effect.fnUntraced(function* (productId: S.ProductId) {
  const [found] = yield* (yield* FundDirectory).joinable(productId)
  if (found === undefined) return yield* Effect.die(new Error("The fund can't be joined"))
  const employer = yield* anEmployer(productId, "51824753556", "registers")
  yield* (yield* EmployerSettings).chooseDefaultFund(productId, employer.employerId, {
    ...termsAccepted,
    fund_product_id: found.product.id
  })
  return { ...employer, product: found.product }
})

/** An employee of this employer joins the fund, up to the confirmation. Returns the session. */
export const register = Effect.fnUntraced(function* (
  employer: Employer & { readonly product: { readonly id: S.FundProductId } },
  person: Person
) {
  const { productId, product } = employer
  const steps = yield* OnboardingSteps
  const { data } = yield* (yield* OnboardingSessions).create(productId, sessionOf(employer, person))
  const session = {
    productId,
    employerId: employer.employerId,
    id: data.id,
    employeeId: data.employee.id
  }
  yield* steps.opened(productId, data.id)
  yield* steps.saveIdentity(productId, data.id, decodeIdentity(person.identity))
  yield* steps.saveContact(productId, data.id, contact(person.contact))
  yield* steps.saveTax(productId, data.id, tax(person.tax))
  yield* steps.acceptDisclaimer(productId, data.id, disclaimer)
  yield* join(session, product)
  yield* (yield* Confirmation).confirm(productId, data.id, { confirmed: true })
  return data.id
})

/** The USI by which this service knows the product of a fund that is played many times. */
const usiOf = (nth: number, index: number): string =>
  `PA${"ABCDEFGH"[index]}${String(nth).padStart(4, "0")}AU`

/** The text of a profile for this service, which knows each fund and product by a name of its own. */
const renamed = (text: string, slug: string, nth: number, registrationSeconds: number | undefined) => {
  const usis: ReadonlyArray<string> = JSON.parse(text).products.map(
    ({ usi }: { readonly usi: string }) => usi
  )
  const named = usis.reduce(
    (changed, usi, index) => changed.replaceAll(`"${usi}"`, `"${usiOf(nth, index)}"`),
    text
  )
  const profile = JSON.parse(named)
  return {
    /** The fund's own USIs, by those that the service knows. */
    usis: new Map(usis.map((usi, index) => [usiOf(nth, index), usi])),
    text: JSON.stringify({
      ...profile,
      fund: { ...profile.fund, slug, name: slug },
      limits: {
        ...profile.limits,
        ...(registrationSeconds === undefined ? {} : { registration_timeout_seconds: registrationSeconds })
      }
    })
  }
}

/** Loads a fund's profile, with the secret that the fund gave, or one that the service makes for itself. */
export const load = Effect.fnUntraced(function* (given: {
  readonly profile: string
  readonly slug: string
  readonly nth: number
  readonly secret: string | undefined
  readonly registrationSeconds: number | undefined
}) {
  const { text, usis } = renamed(given.profile, given.slug, given.nth, given.registrationSeconds)
  const { fund } = yield* (yield* FundProfiles).load(text)
  const credentials = yield* FundCredentials
  yield* given.secret === undefined
    ? credentials.generate(fund.slug)
    : credentials.replace(fund.slug, Redacted.make(given.secret))
  return { fund, usis }
})

/** The public keys of the service, as a fund fetches them. */
export const publishedKeys = Effect.flatMap(FundCredentials, ({ published }) =>
  Effect.map(published, (keys) => JSON.stringify({ keys }))
)
