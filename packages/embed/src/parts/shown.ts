/** A phone number as Australians write it: 0491 570 006, 02 5550 1234; any other as it is. */
export const shownPhone = (number: string): string =>
  number
    .replace(/^\+61(4\d\d)(\d{3})(\d{3})$/, "0$1 $2 $3")
    .replace(/^\+61([2378])(\d{4})(\d{4})$/, "0$1 $2 $3")

/** A bank's number as banks write it: 062-000. */
export const shownBsb = (bsb: string): string => bsb.replace(/^(\d{3})(\d{3})$/, "$1-$2")

/** A day of the calendar, written out. The time zone is that of the day, which has none. */
export const shownDay = (date: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${date}T00:00:00Z`)
  )
