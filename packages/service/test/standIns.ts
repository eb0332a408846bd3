/**
 * What an operator would give the service: settings, keys, a product, statements that are accepted. Apart from the tests' helpers,
 * because programs of `evidence` load it outside of vitest, often.
 */
export { anInstanceFile } from "./anInstanceFile.ts"
export { aProduct } from "./aProduct.ts"
export { at } from "./at.ts"
export { passTime } from "./passTime.ts"
export { termsAccepted } from "./termsAccepted.ts"
export { TestVault } from "./TestVault.ts"
export { devSettings } from "./TestSettings.ts"
