import {
  EmbedContactStep,
  EmbedIdentityStep,
  EmbedTaxStep,
  EmployerCreation,
  OnboardingSessionCreation
} from "@embedded-super/contracts/schemas"
import type * as S from "@embedded-super/contracts/schemas"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { EmbedUrls } from "../src/embed-sessions/EmbedUrls.ts"
import { Employees } from "../src/employee-api/Employees.ts"
import { EmployerIssues } from "../src/employer-issues/EmployerIssues.ts"
import { Employers } from "../src/employers/Employers.ts"
import { EmployerSettings } from "../src/employers/EmployerSettings.ts"
import { IntentSteps } from "../src/onboarding-session-intents/IntentSteps.ts"
import { IntentDeadlines } from "../src/onboarding-session-intents/IntentDeadlines.ts"
import { OnboardingSessionIntents } from "../src/onboarding-session-intents/OnboardingSessionIntents.ts"
import { SessionFromIntent } from "../src/onboarding-session-intents/SessionFromIntent.ts"
import { SimulatedIntents } from "../src/onboarding-session-intents/SimulatedIntents.ts"
import { ChoiceForms } from "../src/onboarding-sessions/choice-form/ChoiceForms.ts"
import { Confirmation } from "../src/onboarding-sessions/employee-embed/Confirmation.ts"
import { FundChoices } from "../src/onboarding-sessions/super-selection/FundChoices.ts"
import { OnboardingSessions } from "../src/onboarding-sessions/OnboardingSessions.ts"
import { SessionServices } from "../src/onboarding-sessions/services.ts"
import { TextMessages } from "../src/onboarding-sessions/phone-verification/PhoneVerification.ts"
import { OnboardingSteps } from "../src/onboarding-sessions/employee-embed/OnboardingSteps.ts"
import { TaxFileNumbers } from "../src/onboarding-sessions/tax-file-number/TaxFileNumbers.ts"
import {
  REGISTRATION_CONSENT,
  SUPER_DISCLAIMER,
  TFN_NOTICE
} from "../src/onboarding-sessions/employee-embed/texts.ts"
import { Ato } from "../src/ato/Ato.ts"
import { FundDetails } from "../src/ports.ts"
import { Jobs } from "../src/platform/jobs/Jobs.ts"
import { Stapling } from "../src/stapling/Stapling.ts"
import { aProduct } from "./aProduct.ts"
import { TestDatabase } from "./TestDatabase.ts"
import { TestEvents } from "./TestEvents.ts"
import { termsAccepted, TestSettings, TestVault } from "./TestSettings.ts"
import { products, TestFunds, TestRegistrations } from "./TestFunds.ts"

/** Every service of employers, employees and onboarding sessions, with this adapter for text messages. */
const over = <A, E>(texts: Layer.Layer<TextMessages | A, E>) =>
  Layer.mergeAll(
    EmployerSettings.layer,
    Employees.layer,
    OnboardingSessionIntents.layer,
    IntentSteps.layer,
    SessionFromIntent.layer,
    SimulatedIntents.layer,
    SessionServices
  ).pipe(
    Layer.provideMerge([
      Employers.layer,
      OnboardingSessions.layer,
      OnboardingSteps.layer,
      IntentDeadlines.layer
    ]),
    Layer.provideMerge(ChoiceForms.layer),
    Layer.provideMerge(Layer.mergeAll(TaxFileNumbers.layer, texts, EmbedUrls.layer)),
    Layer.provideMerge(Stapling.layer),
    Layer.provideMerge([Ato.layer, FundDetails.layer]),
    Layer.provideMerge(EmployerIssues.layer),
    Layer.provideMerge(Layer.mergeAll(TestFunds.layer, TestEvents.layer, TestRegistrations.layer)),
    Layer.provideMerge(Layer.mergeAll(TestVault.layer, TestSettings.layer, Jobs.layer)),
    Layer.provideMerge(TestDatabase.layer)
  )

/** Every service of employers, employees and onboarding sessions, and their queues, on a new database. */
export const TestOnboarding = { layer: over(TextMessages.layer), over }

/** An employer of a new product, by default with Acacia as its default fund. */
export const anEmployer = Effect.fnUntraced(function* (
  defaultFund: S.FundProductId | null = products.acacia.id
) {
  const productId = yield* aProduct()
  const { data } = yield* (yield* Employers).create(
    productId,
    Schema.decodeSync(EmployerCreation)({ abn: "51824753556", name: "Wattle Pty Ltd", remote_id: "1234" })
  )
  if (defaultFund !== null) {
    yield* (yield* EmployerSettings).chooseDefaultFund(productId, data.id, {
      fund_product_id: defaultFund,
      ...termsAccepted
    })
  }
  return { productId, employerId: data.id }
})

export type Employer = Effect.Success<ReturnType<typeof anEmployer>>

/** The body of a creation for an employer's employee. */
export const creation = (
  { employerId }: Employer,
  change: Partial<typeof OnboardingSessionCreation.Encoded> = {}
) =>
  Schema.decodeSync(OnboardingSessionCreation)({
    employer: { id: employerId },
    employee: { remote_id: "emp-0042" },
    remote_id: "session-1",
    email: "niamh@example.com",
    email_validated: true,
    phone_number: "0491 570 006",
    ...change
  })

/** A session of a new employer's employee. */
export const aSession = Effect.fnUntraced(function* (
  change: Partial<typeof OnboardingSessionCreation.Encoded> = {},
  at?: Employer
) {
  const employer = at ?? (yield* anEmployer())
  const { data } = yield* (yield* OnboardingSessions).create(employer.productId, creation(employer, change))
  return { ...employer, id: data.id, employeeId: data.employee.id }
})

export type Session = Effect.Success<ReturnType<typeof aSession>>

export const identity = (change: Partial<typeof EmbedIdentityStep.Encoded> = {}) =>
  Schema.decodeSync(EmbedIdentityStep)({
    given_name: "Niamh",
    family_name: "O'Connor",
    date_of_birth: "1990-05-17",
    ...change
  })

export const contact = (change: Partial<typeof EmbedContactStep.Encoded> = {}) =>
  Schema.decodeSync(EmbedContactStep)({
    email: "niamh@example.com",
    phone_number: "0491 570 006",
    address: {
      address_line_1: "12 Banksia Street",
      locality: "Craigieburn",
      postcode: "3064",
      state: "VIC"
    },
    ...change
  })

export const tax = (change: Partial<typeof EmbedTaxStep.Encoded> = { tfn: "123 456 782" }) =>
  Schema.decodeSync(EmbedTaxStep)({ notice_version: TFN_NOTICE.version, ...change })

export const disclaimer: S.EmbedDisclaimerStep = { accepted_version: SUPER_DISCLAIMER.version }

/** Fetches the fund choices and joins a product. */
export const join = Effect.fnUntraced(function* (
  { productId, id }: Session,
  product: { readonly id: S.FundProductId }
) {
  const funds = yield* FundChoices
  const { display_id } = yield* funds.choices(productId, id)
  return yield* funds.choose(productId, id, {
    source: "join_new",
    display_id,
    fund_product_id: product.id,
    consent_version: REGISTRATION_CONSENT.version
  })
})

/** The steps of an employee who joins Acacia, in order. */
const WAY = [
  [
    "identity",
    ({ productId, id }: Session) => Effect.flatMap(OnboardingSteps, (steps) => steps.opened(productId, id))
  ],
  [
    "contact",
    ({ productId, id }: Session) =>
      Effect.flatMap(OnboardingSteps, (steps) => steps.saveIdentity(productId, id, identity()))
  ],
  [
    "tax",
    ({ productId, id }: Session) =>
      Effect.flatMap(OnboardingSteps, (steps) => steps.saveContact(productId, id, contact()))
  ],
  [
    "super_disclaimer",
    ({ productId, id }: Session) =>
      Effect.flatMap(OnboardingSteps, (steps) => steps.saveTax(productId, id, tax()))
  ],
  [
    "super_selection",
    ({ productId, id }: Session) =>
      Effect.flatMap(OnboardingSteps, (steps) => steps.acceptDisclaimer(productId, id, disclaimer))
  ],
  ["review", (session: Session) => join(session, products.acacia)],
  [
    "confirmed",
    ({ productId, id }: Session) =>
      Effect.flatMap(Confirmation, (steps) => steps.confirm(productId, id, { confirmed: true }))
  ],
  // With the choice form made, the session waits only for its fund.
  ["finished", ({ id }: Session) => Effect.flatMap(ChoiceForms, (forms) => forms.make(id))]
] as const

/** Takes a session that hasn't been opened yet to a step. */
export const walkTo = Effect.fnUntraced(function* (session: Session, step: (typeof WAY)[number][0]) {
  for (const [reached, go] of WAY) {
    yield* go(session)
    if (reached === step) return
  }
})
