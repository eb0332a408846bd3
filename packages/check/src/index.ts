/** Shared by both kits and other programs, and light to load. Reports are in `./report`, the kits in `./fund` and `./partner`. */
export type { Outcome } from "./check/Check.ts"
export { docsAddress, pageOfGroup } from "./check/references.ts"
export type { CannotRun } from "./cli/CannotRun.ts"
export type { Progress } from "./run/RunRequest.ts"
export { type Runs, watchedRun, type WatchedRun } from "./run/watchedRun.ts"
