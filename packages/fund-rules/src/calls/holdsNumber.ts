/** Whether a text holds a number of digits, also as people write and paste it in groups: `123 456 782`, `123-456-782`. */
export const holdsNumber = (text: string, digits: string): boolean =>
  new RegExp([...digits].join("[^0-9A-Za-z]{0,2}")).test(text)
