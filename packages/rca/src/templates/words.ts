/** The place of a value. A private-use character, so that no text of a line is taken for it. */
export const wildcard = "\uE000";

const constants = new Set(["true", "false", "null", "nil", "undefined", "nan"]);
/** The length of the longest of them. */
const maxNothing = 9;
const maxConstantLength = 80;

/** `maskWord` and names of hosts. Remembers the last words, because lines have the same ones. */
export const maskedWord = (word: string): string => {
  const known = remembered.get(word);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const masked = isHostName(word) ? wildcard : maskWord(word);
  remembered.set(word, masked);
  return masked;
};

const remembered = new Map<string, string>();
const maxRemembered = 5000;

/** A word as it appears in a template: itself, a wildcard, or with wildcards in it (`eth<*>`, `blk_<*>`). Its digits are normalized to `0`. */
export const maskWord = (word: string): string => {
  if (word.length > maxConstantLength) return wildcard;
  if (word.length <= maxNothing && constants.has(word.toLowerCase())) return wildcard;
  if (!word.includes("0")) return word;
  if (isMeasure.test(word)) return wildcard;
  return word
    .replace(/([_/])-(?=0)/g, "$1")
    .split(/([-_./@\\%+~])/)
    .map((piece, index) => (index % 2 === 0 ? maskPiece(piece) : piece))
    .join("")
    .replace(podSuffix, wildcard)
    .replace(adjoining, wildcard);
};

/** 0, 0.0, 0ms, 0h0m0s, 0%, +0.0e-0, 0KB/s. */
const isMeasure = /^[-+~]?(?:0[.,_]?[a-zA-Zµ]{0,3})+(?:[-/%+.:0sh]|sec|min)*$/;
const adjoining = new RegExp(`${wildcard}(?:[-_./@\\\\%+~]${wildcard})+`, "g");

/** The random end of a pod's name: `api-7d9f8b5c4-vpjrd`. */
const podSuffix = new RegExp(`${wildcard}-[a-z]{5}$`);

/** Letters and digits in turns are an id; one number beside letters is a counted name. */
const maskPiece = (piece: string): string => {
  const runs = piece.split("0").length - 1;
  if (runs === 0) return piece;
  return runs > 1 || isCode.test(piece) ? wildcard : piece.replace("0", wildcard);
};

/** Capitals around a number, as in `LS4PSXUNUM`. */
const isCode = /^(?=.{6,}$)[A-Z]*0[A-Z]*$/;

/** `mail.example.com`, `db.corp.internal`: small letters, and an ending that names have and files have not. */
const isHostName = (word: string): boolean => {
  if (!word.includes(".") || /[^a-z0._-]/.test(word)) return false;
  const labels = word.split(".");
  const ending = labels.at(-1) ?? "";
  return (
    !labels.includes("") && (endings.has(ending) || (labels.length > 2 && ending.length === 2 && !codes.has(ending)))
  );
};

const endings = new Set(
  "com net org edu gov mil int info biz dev app cloud local localdomain internal intern lan corp home example test invalid".split(
    " ",
  ),
);
/** Two letters after which a file is code, not a country. */
const codes = new Set("js ts py rb rs go cc md sh pl so gz".split(" "));

/** Words after which a name follows. */
export const introductions =
  /^(?:user|host|service|for|from|by|named|called|name|id|file|node|pod|job|task|topic|queue|table|database|db|key|command|action|method|type|container|namespace|class|role|group|module|device|interface|account|tenant|server|client|worker|thread|process|session)$/i;
