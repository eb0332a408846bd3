/** Every form of a report. The trap: it is slow to load, so programs that run no check at once load it when one ends. */
export { requirementText } from "../check/references.ts"
export { terminalOutput } from "../cli/terminalOutput.ts"
export { judgesNothing } from "../run/findingsOf.ts"
export { reportPage } from "./html/reportPage.ts"
export { shortText } from "./shortText.ts"
export { terminalReporter } from "./terminal/terminalReporter.ts"
export { reportFiles, writeReports } from "./writeReports.ts"
