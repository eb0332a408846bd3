/** A fund's profile and its lists, for tests of other packages. */
export { aFundProfile, aMySuper } from "./aFundProfile.ts"
export { abns, listOf } from "./lists.ts"
