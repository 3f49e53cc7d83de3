/** The last digit of a number: 62 of them. */
export const LAST_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/** The digits before it: 30. With the others they are all that ASCII prints but the space, the quotation mark and the backslash, so that neither JSON nor an event stream escapes any. */
export const LEADING_DIGITS = "!#$%&'()*+,-./:;<=>?@[]^_`{|}~";
