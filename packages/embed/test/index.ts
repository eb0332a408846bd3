/** The browser, its checks and the English words, for tests that open the embeds elsewhere. */
export { en } from "../src/texts/en/index.ts"
export { isWithoutBrowser, launch, launchIn, violationsOn } from "./browser.ts"
export { overflowOn } from "./gallery/checks.ts"
