/** An error that a person can fix, explained in a sentence or two. */
export class CannotStart extends Error {}
