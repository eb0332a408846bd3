/**
 * The partner API, played in memory: every operation of today, with keys, pages, versions, Idempotency-Key, the states of
 * sessions and intents, and events. `msw` serves it to the tests of partners, and the partner kit to the partner that it
 * checks; `contract-tests/mock.test.ts` plays the same walks on it and on the service.
 *
 * Why from the spec: answers are built from its examples, and an operation without code here is answered with its first
 * one, so that no answer has another form.
 *
 * The trap: the server around it (msw, or the kit's) matches a request to its operation, and adds the headers of the
 * connection. Query and body are checked by the spec's schemas; of the service's other rules on values, none is here.
 */
import { employeeOperations } from "./employees.ts"
import { employerIssueOperations } from "./employerIssues.ts"
import { employerOperations } from "./employers.ts"
import { eventOperations } from "./events.ts"
import { intentOperations } from "./intents.ts"
import { onboardingSessionOperations } from "./onboardingSessions.ts"
import { answerTo, type Operations, type ReceivedCall, refusalOfKey } from "./operation.ts"
import { productOperations } from "./products.ts"
import { sandboxOperations } from "./sandbox.ts"
import { makeState, type MockAnswer, type ServiceState, type StateOptions } from "./state.ts"

export { payloadOf } from "./events.ts"
export { addKey, addProduct } from "./products.ts"
export { Refusal } from "./Refusal.ts"
export { example, type OperationId, operationsOfToday } from "./spec.ts"
export type { AcceptedCall, MockAnswer, ServiceState, Stored } from "./state.ts"

export interface MockedApi {
  readonly state: ServiceState
  /** Answers a call. A refusal is an answer, too. */
  readonly answer: (call: ReceivedCall) => Promise<MockAnswer>
  /** The answer to a key that operations of this security don't take, whatever else the call holds; undefined if they do. */
  readonly refusalOfKey: (security: "PartnerKey" | "ProductKey", key: string) => MockAnswer | undefined
}

/** Makes a service without products. */
export const mockApi = (options: StateOptions): MockedApi => {
  const state = makeState(options)
  const operations: Operations = {
    getWebhookKeys: () => ({ status: 200, body: { keys: [...state.webhookKeys] } }),
    ...productOperations(state),
    ...employerOperations(state),
    ...employeeOperations(state),
    ...onboardingSessionOperations(state),
    ...intentOperations(state),
    ...employerIssueOperations(state),
    ...sandboxOperations(state),
    ...eventOperations(state)
  }
  return {
    state,
    answer: (call) => answerTo(state, operations, call),
    refusalOfKey: (security, key) => refusalOfKey(state, security, key)
  }
}
