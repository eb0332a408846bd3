/** The service in parts, on a database of its own, for tests of other packages. */
export { admin, aFile } from "./admin.ts"
export { runHere } from "./commandLine.ts"
export { anAuthority } from "./funds/certificates.ts"
export type { FundAnswer } from "./funds/fundServer.ts"
export { printSeen } from "./funds/section7.ts"
export { aFund, KEY, TestFundCalls } from "./funds/TestFundCalls.ts"
export { accepted, aListFund, looked, TestLists } from "./funds/TestLists.ts"
export {
  aRegistration,
  aReview,
  confirm,
  registrationOf,
  startWorker,
  TestRegistering
} from "./funds/TestRegistering.ts"
export { TEMPLATE } from "./postgres.ts"
export { TestDatabase } from "./TestDatabase.ts"
export { aConfirmedEmbed, TestMatches } from "./TestMatches.ts"
export { failingFund, timelineOf } from "./workbench/aScenePart.ts"
