/** The 62 last digits of a number. */
export const LAST_DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
/**
 * The 30 leading digits. Together they are all printable ASCII characters except the space, the quotation mark and the
 * backslash. So neither JSON nor an event stream escapes any.
 */
export const LEADING_DIGITS = "!#$%&'()*+,-./:;<=>?@[]^_`{|}~";
