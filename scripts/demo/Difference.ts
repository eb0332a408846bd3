/** A step that came out differently from the spec, or from what the walk expects. */
export class Difference extends Error {}
