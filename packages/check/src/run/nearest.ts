/** How many letters have to be added, removed or replaced to get from one text to the other. */
const distance = (one: string, other: string): number => {
  let above = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1]
    for (let column = 0; column < other.length; column += 1) {
      const replaced = above[column]! + (letter === other[column] ? 0 : 1)
      line.push(Math.min(replaced, above[column + 1]! + 1, line[column]! + 1))
    }
    above = line
  }
  return above.at(-1)!
}

const MOST = 3

/** The names that a mistyped one may mean, nearest first: those that begin with it, or differ in at most three letters. */
export const nearest = (given: string, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const name = given.toUpperCase()
  const near = names
    .map((one) => ({ one, far: distance(name, one), begins: name.length > 1 && one.startsWith(name) }))
    // Three letters of a short name are another name.
    .filter(({ begins, far, one }) => begins || far <= Math.min(3, Math.floor(one.length / 2)))
  return near
    .toSorted((a, b) => Number(b.begins) - Number(a.begins) || a.far - b.far)
    .slice(0, MOST)
    .map(({ one }) => one)
}
