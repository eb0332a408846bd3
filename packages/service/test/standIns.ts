/**
 * An operator's part: settings, keys, a product, statements that are accepted. Apart from the tests' helpers,
 * because programs of `evidence` load it outside of vitest, often.
 */
export { aProduct } from "./aProduct.ts"
export { at, passTime } from "./at.ts"
export { anInstanceFile, devSettings, termsAccepted, TestVault } from "./TestSettings.ts"
