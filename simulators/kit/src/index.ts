export { pageOf } from "./admin/page.ts"
export { type Inspected, simulatorAdmin, SimulatorAdminApi } from "./admin/simulatorAdmin.ts"
export { CannotStart } from "./CannotStart.ts"
export { serveSimulator, serveSimulators, simulatorFlags } from "./cli/command.ts"
export { runProgram } from "./cli/main.ts"
export { askRunning, type Ready } from "./cli/readiness.ts"
export { SimulatorClock } from "./clock/SimulatorClock.ts"
export { Faults } from "./faults/Faults.ts"
export { plays } from "./faults/plays.ts"
export { DataFolder } from "./folder/DataFolder.ts"
export { Fingerprints, keptKey } from "./folder/Fingerprints.ts"
export { replaceFile } from "./folder/replaceFile.ts"
export type { SignedAnew } from "./again/timeLine.ts"
export { CurrentSpan, EventLog, type EventLogOptions, type ShapedRequest } from "./log/EventLog.ts"
export { notedFetch, type OutgoingOptions } from "./log/outgoing.ts"
export type { Span } from "./log/arrivals.ts"
export type { Note, Thing } from "./log/Note.ts"
export { html, Html, section, select, table } from "@embedded-super/workbench/pages/html"
export { initials, masked, maskedEmail, withoutNumbers, withoutTfns } from "./privacy.ts"
export {
  adminPrefix,
  type Simulator,
  simulatorLayer,
  type SimulatorOptions,
  type SimulatorServices
} from "./server/simulator.ts"
export { Passes } from "./server/Passes.ts"
export { SimulatorAddress } from "./server/listen.ts"
export { type CallerCheck, operations, type OperationsIn, Runnables } from "./server/operations.ts"
export { State } from "./state/State.ts"
export { Snapshots } from "./state/Snapshots.ts"
export { newest, type ReadPage, settingOf, tableOf } from "./state/Table.ts"
export { inProcess } from "./testing/inProcess.ts"
export { callerFileOf, LocalAuthority, type LocalAuthorityOptions } from "./tls/LocalAuthority.ts"
