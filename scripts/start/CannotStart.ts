/** What a person can put right, told in a sentence or two. */
export class CannotStart extends Error {}
