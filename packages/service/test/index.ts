/** The service in parts, on a database of its own, for tests of other packages. */
export { startCollector } from "./collector.ts"
export { admin, adminJson, aFile, runHere } from "./admin.ts"
export { anAuthority } from "./funds/certificates.ts"
export { printSeen } from "./funds/section7.ts"
export { TestFundCalls } from "./funds/TestFundCalls.ts"
export { accepted, aListFund, looked, TestLists } from "./funds/TestLists.ts"
export { asServiceRole, SERVICE_ROLE, TEMPLATE } from "./postgres.ts"
export { TestDatabase } from "./TestDatabase.ts"
export { aConfirmedEmbed, TestMatches } from "./TestMatches.ts"
export { failingFund, timelineOf } from "./workbench/aScenePart.ts"
/** A scene that is made of a part of the time line, which `pnpm scene` has to be able to run. */
export { makeScene } from "../src/workbench/scenes/makeScene.ts"
