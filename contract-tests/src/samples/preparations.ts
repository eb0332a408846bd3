/**
 * What an operation of the partner API needs before its sample can be run: a product of its own, and the things that the spec's
 * examples name. Each sample's ids are then those of these things.
 */
import { receiptOf } from "@embedded-super/program/testing/receipt"
import type { Caller } from "../openapi/Caller.ts"

type Call = Caller["call"]

/** The ids that the spec's examples have. */
const EXAMPLES = {
  employer: "c2bc0c04-6b98-4333-91a6-919f5ebc9000",
  employee: "01a1fb82-8f40-7000-8000-000000000021",
  session: "01a1fb82-8f40-7000-8000-000000000031",
  intent: "01a1fb82-8f40-7000-8000-000000000041",
  issue: "01a1fb82-8f40-7000-8000-000000000051",
  delivery: "01a1fb82-8f40-7000-8000-000000000081",
  key: "01a0f4c2-c400-7000-8000-000000000011",
  product: "bffc9067-28ee-4381-a0f2-92fae25d9f83"
} as const

/** A sandboxed product with its key, and calls with that key and with the partner's. */
export interface OwnProduct {
  readonly id: string
  readonly key: string
  readonly product: Call
  readonly partner: Call
  readonly receiverUrl: string
  /** A USI that can be a default fund. */
  readonly usi: string
}

type Ids = Readonly<Record<string, string>>

const dataOf = async (answer: ReturnType<Call>): Promise<any> => (await answer).body.data

const newEmployer = async ({ product }: OwnProduct, abn = "51824753556"): Promise<string> => {
  const body = { abn, name: "Wattle & Daughters Pty Ltd", remote_id: "prepared" }
  return (await dataOf(product("createEmployer", { body, status: 201 }))).id
}

/** One that has its default fund. */
const employer = async (own: OwnProduct): Promise<string> => {
  const id = await newEmployer(own)
  await own.product("setSimulatedDefaultFund", { path: { id }, body: { usi: own.usi }, status: 200 })
  return id
}

const session = async (own: OwnProduct, email = "niamh@example.com") => {
  const employerId = await employer(own)
  const body = {
    employer: { id: employerId },
    employee: { remote_id: "prepared" },
    remote_id: "prepared",
    email,
    email_validated: true
  }
  const { employee, id } = await dataOf(own.product("createOnboardingSession", { body, status: 201 }))
  return { id: id as string, employeeId: employee.id as string, employerId }
}

const completed = async (own: OwnProduct, email?: string) => {
  const made = await session(own, email)
  const path = { id: made.id }
  await own.product("advanceOnboardingSession", { path, body: { to: "completed" }, status: 200 })
  await receiptOf(async () => {
    const { data_delivery_state } = await dataOf(own.product("getOnboardingSession", { path, status: 200 }))
    return data_delivery_state === "completed" ? true : undefined
  })
  return made
}

const intent = async (own: OwnProduct, isComplete: boolean): Promise<string> => {
  const path = { id: await employer(own) }
  const { id } = await dataOf(
    own.product("startSimulatedIntent", { path, body: { remote_id: "prepared" }, status: 201 })
  )
  if (isComplete) await own.product("completeOnboardingSessionIntent", { path: { id }, status: 200 })
  return id
}

const issue = async (own: OwnProduct): Promise<string> => {
  const path = { id: await employer(own) }
  const body = { kind: "default_fund_closed" }
  return (await dataOf(own.product("openSimulatedEmployerIssue", { path, body, status: 201 }))).id
}

const receiving = ({ id, partner, receiverUrl }: OwnProduct) =>
  partner("setProductWebhook", { path: { id }, body: { url: receiverUrl }, status: 200 })

const delivery = async (own: OwnProduct): Promise<string> => {
  await receiving(own)
  await own.partner("testProductWebhook", { path: { id: own.id }, body: {}, status: 202 })
  return receiptOf(async () => {
    const [first] = await dataOf(
      own.product("listWebhookDeliveries", { query: { status: "delivered" }, status: 200 })
    )
    return first?.id as string | undefined
  })
}

const key = async ({ id, partner }: OwnProduct): Promise<string> =>
  (await dataOf(partner("createProductKey", { path: { id }, body: {}, status: 201 }))).key.id

/** Sessions in another state than just created. */
const sessionFor: Readonly<Record<string, (own: OwnProduct) => ReturnType<typeof session>>> = {
  eraseOnboardingSession: completed,
  getChoiceForm: completed,
  getTaxFileNumber: completed,
  // The simulated fund refuses the first registration.
  retryMemberRegistration: (own) => completed(own, "niamh+400x1@example.com")
}

/** Makes what a sample needs, and returns the real ids by the example's. */
export const prepare = async (operationId: string, sample: string, own: OwnProduct): Promise<Ids> => {
  const names = (example: string) => sample.includes(example)
  if (operationId === "deactivateProductKey") {
    return { [EXAMPLES.product]: own.id, [EXAMPLES.key]: await key(own) }
  }
  if (names(EXAMPLES.session)) {
    const { id } = await (sessionFor[operationId] ?? session)(own)
    return { [EXAMPLES.session]: id }
  }
  if (names(EXAMPLES.employee)) {
    const { employeeId, employerId } = await session(own)
    return { [EXAMPLES.employee]: employeeId, [EXAMPLES.employer]: employerId }
  }
  // An employer that the simulated fund knows. The fund isn't asked about one whose default it is already.
  if (operationId === "playEmployerMatch")
    return { [EXAMPLES.employer]: await newEmployer(own, "80000000001") }
  if (names(EXAMPLES.employer)) return { [EXAMPLES.employer]: await employer(own) }
  if (names(EXAMPLES.intent))
    return { [EXAMPLES.intent]: await intent(own, operationId === "createOnboardingSessionFromIntent") }
  if (names(EXAMPLES.issue)) return { [EXAMPLES.issue]: await issue(own) }
  if (names(EXAMPLES.delivery)) return { [EXAMPLES.delivery]: await delivery(own) }
  if (/webhook/.test(sample) && operationId !== "setProductWebhook") await receiving(own)
  return { [EXAMPLES.product]: own.id }
}

/** The ETag that a sample with If-Match has to send. */
export const tagOf = async (operationId: string, ids: Ids, own: OwnProduct): Promise<string> => {
  const [id = ""] = Object.values(ids)
  const read: Readonly<Record<string, () => ReturnType<Call>>> = {
    updateEmployer: () => own.product("getEmployer", { path: { id }, status: 200 }),
    updateOnboardingSession: () => own.product("getOnboardingSession", { path: { id }, status: 200 }),
    updateProduct: () => own.partner("getProduct", { path: { id }, status: 200 })
  }
  return (await read[operationId]?.())?.headers.get("etag") ?? ""
}
