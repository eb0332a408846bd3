/**
 * The pages of the Workbench: pure functions from the API's types to HTML, shared by the service's page and by the
 * simulators' inspectors. A program makes a `Frame` (its name, its paths, the programs that it knows) and serves each
 * page where its paths say, `style` and `script` below `paths.files`, and all of them with `policy`.
 *
 * Every page works without the script: filters are GET forms, and what changes something is a POST form, answered with a
 * page or a redirect. The script fetches the same HTML again and replaces the parts that changed.
 *
 * The trap: the policy allows nothing inline. A style attribute or an inline script has no effect, and no test of HTML
 * text notices; the gallery (test/gallery) does.
 */
export { boards, boardsPage } from "./boards.ts"
export { errorState, type ErrorParts } from "./empty.ts"
export { checkShown, type CheckShownOptions } from "./checkShown.ts"
export { checksPage, commandShown } from "./checks.ts"
export { type DetailExtras, entryDetail, entryPage } from "./entryDetail.ts"
export { type Filter, filterIn, oddIn, queryOf } from "./Filter.ts"
export { type Frame, type Paths, type Place } from "./Frame.ts"
export { page, type PageParts, policy, type Said } from "./layout.ts"
export { type Lever, leverIn } from "./leverIn.ts"
export { doneOf } from "./levers.ts"
export { levers, leversPage } from "./levers.ts"
export type { LeversShown } from "./leverCards.ts"
export { script } from "./script.ts"
export { story, storyPage } from "./story.ts"
export { style } from "./style.ts"
export { type Listed, timeLine, timeLinePage, timeLineParts } from "./timeLine.ts"
export { waiting, waitingPage } from "./story.ts"
