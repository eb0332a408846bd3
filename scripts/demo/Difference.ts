/** A step whose result differs from the spec, or from what the walk expects. */
export class Difference extends Error {}
