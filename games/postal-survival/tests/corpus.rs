//! The mails of the corpus as orders, and the same orders in mails that were quoted, forwarded, signed and
//! encoded in every other way: they never change.

use encoding_rs::Encoding;
use mail::{Message, Part};
use postal_survival::desk::reader::{self, Heard, ReaderDesk, Reading, Weight};
use postal_survival::{Given, Kind, Position, PostalSurvival};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use table::{Dice, Rules, Seed, Setup, Shown};

#[derive(Deserialize)]
struct Expected {
    #[serde(default)]
    kind: String,
    orders: Vec<String>,
    #[serde(default)]
    asked: Vec<String>,
    #[serde(default)]
    refused: Vec<String>,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../core/mail/corpus")
}

fn island() -> (PostalSurvival, Position) {
    let given = std::fs::read_to_string(folder().join("island.toml")).unwrap();
    let given: Given = toml::from_str(&given).unwrap();
    let (house, setup) = (PostalSurvival::house(), Setup::new("first-run", 2));
    PostalSurvival::arrange(&house, &setup, given, &mut Dice::loaded(Vec::new())).unwrap()
}

/// A mail of the corpus.
struct Sample {
    name: String,
    bytes: Vec<u8>,
    expected: Expected,
}

fn corpus() -> Vec<Sample> {
    let mut paths: Vec<PathBuf> =
        std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|end| end == "eml"));
    paths.sort();
    let sample = |path: &PathBuf| Sample {
        name: path.file_stem().unwrap().to_string_lossy().to_string(),
        bytes: std::fs::read(path).unwrap(),
        expected: toml::from_str(&std::fs::read_to_string(path.with_extension("toml")).unwrap())
            .unwrap(),
    };
    paths.iter().map(sample).collect()
}

fn orders(reading: &Reading) -> Vec<String> {
    reading.lines.iter().map(ToString::to_string).collect()
}

fn asked(reading: &Reading) -> Vec<String> {
    let asked = reading.heard.iter().filter(|(.., heard)| matches!(heard, Heard::Perhaps(_)));
    asked.map(|(_, quoted, _)| quoted.clone()).collect()
}

fn refused(reading: &Reading) -> Vec<String> {
    let errors = reading.remarks.iter().filter(|remark| remark.weight() == Weight::Error);
    errors.map(|remark| remark.quoted.clone()).collect()
}

// rules: PS-ORD-01, PS-ORD-03
#[test]
fn the_orders_of_every_mail_are_read_as_expected() {
    let (game, position) = island();
    let desk = ReaderDesk {
        island: &position.island,
        rulings: game.rulings(),
        species: Kind::at(0),
        shared: false,
        at_table: false,
    };
    let mut faults = Vec::new();
    let samples = corpus();
    for Sample { name, bytes, expected } in &samples {
        if !matches!(expected.kind.as_str(), "" | "list") {
            continue;
        }
        let message = Message::read(bytes).unwrap();
        let reading = reader::read_written(&message.written, desk);
        for (what, read, wanted) in [
            ("orders", orders(&reading), &expected.orders),
            ("asked", asked(&reading), &expected.asked),
            ("refused", refused(&reading), &expected.refused),
        ] {
            if read != *wanted {
                faults.push(format!(
                    "{name}: {what}\n  read {read:?}\n  expected {wanted:?}\n{}",
                    message.written.own()
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{} of {}:\n{}", faults.len(), samples.len(), faults.join("\n"));
}

/// What chance decides about a variant.
struct Chance {
    dice: Dice,
}

impl Chance {
    fn of(&mut self, sides: usize) -> usize {
        self.dice.roll("variant", u32::try_from(sides).unwrap()) as usize - 1
    }

    fn pick<'a, T: ?Sized>(&mut self, of: &[&'a T]) -> &'a T {
        of[self.of(of.len())]
    }
}

/// What the editor wrote, which everybody quotes: full of orders that nobody gave.
const EDITOR: &str = "Dear readers,\nround 5 is due on Friday. Without orders this will happen:\n\nROUND 5\n17H WANDER, defensive\nBIRTH 17H HERE\n51H WANDER, defensive\nGENE (random)\nENEMY none\nPASS\nWITHDRAW\nDRAW ALL\nNAME: Nobody\nPRESS: nothing\n\nThe editor";

const ATTRIBUTIONS: &[&str] = &[
    "On Mon, Jun 1, 2026 at 10:11 AM The Gazette <gm@example.org> wrote:",
    "On 01/06/2026 10:11, The Gazette wrote:",
    "Am 01.06.26 um 10:11 schrieb The Gazette:",
    "Am Mo., 1. Juni 2026 um 10:11 Uhr schrieb The Gazette <gm@example.org>:",
    "Le lun. 1 juin 2026 à 10:11, The Gazette <gm@example.org> a écrit :",
    "El lun, 1 jun 2026 a las 10:11, The Gazette (<gm@example.org>) escribió:",
    "Il giorno lun 1 giu 2026 alle ore 10:11 The Gazette <gm@example.org> ha scritto:",
    "Em seg., 1 de jun. de 2026 às 10:11, The Gazette <gm@example.org> escreveu:",
    "Op ma 1 jun 2026 om 10:11 schreef The Gazette <gm@example.org>:",
    "Den mån 1 juni 2026 kl 10:11 skrev The Gazette <gm@example.org>:",
    "pon., 1 cze 2026 o 10:11 The Gazette <gm@example.org> napisał(a):",
    "пн, 1 июн. 2026 г. в 10:11, The Gazette <gm@example.org>:",
    "2026年6月1日(月) 10:11 The Gazette <gm@example.org>:",
    "The Gazette <gm@example.org>, 1 Haz 2026 Pzt, 10:11 tarihinde şunu yazdı:",
    "2026. 06. 01. 10:11 keltezéssel, The Gazette írta:",
    "On Monday, June 1, 2026 at 10:11:12 AM GMT+2, The Gazette <gm@example.org> wrote:",
];

const SEPARATORS: &[&str] = &[
    "-----Original Message-----\nFrom: The Gazette <gm@example.org>\nSent: Monday, June 1, 2026 10:11 AM\nTo: Ann\nSubject: Gazette",
    "-----Ursprüngliche Nachricht-----\nVon: The Gazette <gm@example.org>\nGesendet: Montag, 1. Juni 2026 10:11\nAn: Ann\nBetreff: Gazette",
    "________________________________\nDe : The Gazette <gm@example.org>\nEnvoyé : lundi 1 juin 2026 10:11\nÀ : Ann\nObjet : Gazette",
    "________________________________\nDe: The Gazette <gm@example.org>\nEnviado: lunes, 1 de junio de 2026 10:11\nPara: Ann\nAsunto: Gazette",
    "Da: The Gazette <gm@example.org>\nInviato: lunedì 1 giugno 2026 10:11\nA: Ann\nOggetto: Gazette",
    "---------- Forwarded message ---------\nFrom: The Gazette <gm@example.org>\nDate: Mon, Jun 1, 2026 at 10:11 AM\nSubject: Gazette\nTo: Ann",
    "Begin forwarded message:\n\nFrom: The Gazette <gm@example.org>\nSubject: Gazette\nDate: 1 June 2026 at 10:11\nTo: Ann",
    "-------- Weitergeleitete Nachricht --------\nBetreff: Gazette\nDatum: Mon, 1 Jun 2026 10:11\nVon: The Gazette <gm@example.org>\nAn: Ann",
    "-------- Message transféré --------\nSujet : Gazette\nDate : Mon, 1 Jun 2026 10:11\nDe : The Gazette <gm@example.org>\nPour : Ann",
    "Gesendet: Montag, 1. Juni 2026 um 10:11 Uhr\nVon: \"The Gazette\" <gm@example.org>\nAn: Ann\nBetreff: Gazette",
    "-----Исходное сообщение-----\nОт: The Gazette <gm@example.org>\nОтправлено: 1 июня 2026 10:11\nКому: Ann\nТема: Gazette",
    "-----元のメッセージ-----\n差出人: The Gazette <gm@example.org>\n送信日時: 2026年6月1日 10:11\n宛先: Ann\n件名: Gazette",
];

const SIGNATURES: &[&str] = &[
    "",
    "-- \nAnn Example\n17 Grass Lane\n51 stay street",
    "--\nAnn\nPASS",
    "Sent from my iPhone",
    "Von meinem iPhone gesendet",
    "Envoyé de mon iPhone",
    "Enviado desde mi iPhone",
    "Inviato da iPhone",
    "Verstuurd vanaf mijn iPhone",
    "Get Outlook for Android<https://aka.ms/AAb9ysg>",
    "Отправлено с iPhone",
    "iPhoneから送信",
];

fn quoted(text: &str, mark: &str) -> String {
    let line = |line: &str| format!("{mark}{line}").trim_end().to_string();
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A line broken at words so that no part is longer than this.
fn broken(line: &str, width: usize) -> String {
    let mut out = String::new();
    let mut length = 0;
    for word in line.split(' ') {
        let letters = word.chars().count();
        if length > 0 && length + 1 + letters > width {
            out.push('\n');
            length = 0;
        } else if length > 0 {
            out.push(' ');
            length += 1;
        }
        out.push_str(word);
        length += letters;
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Lines as the elements of one of the styles of HTML.
fn elements(text: &str, style: usize) -> String {
    let lines = text.lines().map(escaped);
    match style {
        0 => lines.map(|line| format!("<div>{}</div>", or_break(&line))).collect(),
        1 => lines.collect::<Vec<_>>().join("<br>\n"),
        2 => lines
            .map(|line| format!("<p class=MsoNormal>{}<o:p></o:p></p>", or_break(&line)))
            .collect(),
        3 => {
            let items = lines.filter(|line| !line.trim().is_empty());
            let items: String = items.map(|line| format!("<li><span>{line}</span></li>")).collect();
            format!("<ul>{items}</ul>")
        }
        4 => format!("<pre>{}</pre>", lines.collect::<Vec<_>>().join("\n")),
        5 => {
            let rows = lines.filter(|line| !line.trim().is_empty());
            let cell = |line: String| {
                let cells: Vec<String> =
                    line.split(' ').map(|word| format!("<td>{word}</td>")).collect();
                format!("<tr>{}</tr>", cells.concat())
            };
            format!("<table><tbody>{}</tbody></table>", rows.map(cell).collect::<String>())
        }
        _ => lines
            .map(|line| {
                let line = line.replace(' ', "&nbsp;");
                format!("<div dir=\"auto\"><font size=2>{}</font></div>", or_break(&line))
            })
            .collect(),
    }
}

fn or_break(line: &str) -> &str {
    if line.trim().is_empty() { "<br>" } else { line }
}

/// A mail around what somebody wrote, plain and as HTML.
fn bodies(own: &str, chance: &mut Chance) -> (String, String) {
    let attribution = chance.pick(ATTRIBUTIONS);
    let separator = chance.pick(SEPARATORS);
    let signature = chance.pick(SIGNATURES);
    let mark = chance.pick(&["> ", ">", "> > "]);
    let wrapped = broken(attribution, chance.pick(&[&50, &60, &72, &200]).to_owned());
    let signed = if signature.is_empty() { String::new() } else { format!("\n\n{signature}") };
    let shape = chance.of(6);
    let plain = match shape {
        0 => format!("{own}{signed}\n"),
        1 => format!("{own}{signed}\n\n{wrapped}\n\n{}\n", quoted(EDITOR, mark)),
        2 => format!("{wrapped}\n{}\n\n{own}{signed}\n", quoted(EDITOR, mark)),
        3 => format!("{own}{signed}\n\n{separator}\n\n{EDITOR}\n"),
        4 => format!("{own}{signed}\n\n{wrapped}\n\n{EDITOR}\n"),
        _ => {
            // The answer in two parts, between the lines that are quoted.
            let lines: Vec<&str> = own.lines().collect();
            let (first, second) = lines.split_at(chance.of(lines.len().max(1)));
            let first =
                if first.is_empty() { String::new() } else { format!("{}\n\n", first.join("\n")) };
            format!(
                "{wrapped}\n{}\n{first}{}\n\n{}{signed}\n",
                quoted("What do you do?", mark),
                quoted(EDITOR, mark),
                second.join("\n")
            )
        }
    };
    let style = chance.of(7);
    let written = elements(own, style);
    let shown = elements(EDITOR, chance.of(3));
    let signature = match chance.of(3) {
        _ if signature.is_empty() => String::new(),
        0 => format!("<div class=\"gmail_signature\">{}</div>", elements(signature, 0)),
        1 => format!("<div class=\"moz-signature\">{}</div>", elements(signature, 1)),
        _ => elements(signature, 0),
    };
    let said = escaped(attribution);
    let headed = elements(separator, chance.of(3));
    let html = match chance.of(9) {
        0 => format!("<div dir=\"ltr\">{written}</div>{signature}"),
        1 => format!(
            "<div dir=ltr>{written}{signature}</div><br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{said}<br></div><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid\">{shown}</blockquote></div>"
        ),
        2 => format!(
            "<html><body>{written}{signature}<div class=moz-cite-prefix>{said}<br></div><blockquote type=cite>{shown}</blockquote></body></html>"
        ),
        3 => format!(
            "<html><body><div class=moz-cite-prefix>{said}<br></div><blockquote type=cite>{shown}</blockquote>{written}{signature}</body></html>"
        ),
        4 => format!(
            "<body>{written}{signature}<div id=appendonsend></div><hr><div id=divRplyFwdMsg>{headed}</div><div>{shown}</div></body>"
        ),
        5 => format!(
            "<div class=WordSection1>{written}{signature}<div style='border:none;border-top:solid #E1E1E1 1.0pt'>{headed}</div>{shown}</div>"
        ),
        6 => format!(
            "<body>{written}{signature}<div id=\"yahoo_quoted_17\" class=\"yahoo_quoted\"><div>{said}</div>{shown}</div></body>"
        ),
        7 => format!(
            "{written}{signature}<div class=\"protonmail_quote\">{said}<br><blockquote class=\"protonmail_quote\" type=\"cite\">{shown}</blockquote></div>"
        ),
        _ => format!(
            "{written}{signature}<div><br><blockquote type=\"cite\"><div>{said}</div><br>{shown}</blockquote></div>"
        ),
    };
    (plain, html)
}

const CHARSETS: &[&str] = &[
    "utf-8",
    "utf-8",
    "utf-8",
    "windows-1252",
    "iso-8859-2",
    "iso-8859-15",
    "windows-1251",
    "koi8-r",
    "shift_jis",
    "gb18030",
    "euc-kr",
    "iso-2022-jp",
    "big5",
];

/// A text part in some charset that holds it, with some transfer encoding.
fn part(kind: &str, text: &str, chance: &mut Chance) -> String {
    let wanted = Encoding::for_label(chance.pick(CHARSETS).as_bytes()).unwrap();
    let (bytes, used, lost) = wanted.encode(text);
    let (bytes, name) = match lost {
        true => (text.as_bytes().to_vec(), "utf-8"),
        false => (bytes.to_vec(), used.name()),
    };
    let flowed = if kind == "text/plain" && chance.of(4) == 0 { "; format=flowed" } else { "" };
    let ascii = bytes.is_ascii() && !bytes.contains(&0x1b);
    let (how, body) = match chance.of(3) {
        0 if ascii => ("7bit", text.replace('\n', "\r\n")),
        1 => ("quoted-printable", quoted_printable(&bytes)),
        _ => ("base64", base64(&bytes)),
    };
    format!(
        "Content-Type: {kind}; charset=\"{name}\"{flowed}\r\nContent-Transfer-Encoding: {how}\r\n\r\n{body}\r\n"
    )
}

fn quoted_printable(bytes: &[u8]) -> String {
    let mut out = String::new();
    let mut length = 0;
    for byte in bytes {
        if *byte == b'\n' {
            out.push_str("\r\n");
            length = 0;
            continue;
        }
        let plain = (33..=126).contains(byte) && *byte != b'=';
        let text = if plain { char::from(*byte).to_string() } else { format!("={byte:02X}") };
        if length + text.len() > 72 {
            out.push_str("=\r\n");
            length = 0;
        }
        length += text.len();
        out.push_str(&text);
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for (index, three) in bytes.chunks(3).enumerate() {
        if index > 0 && index % 19 == 0 {
            out.push_str("\r\n");
        }
        let value = (u32::from(three[0]) << 16)
            | (u32::from(*three.get(1).unwrap_or(&0)) << 8)
            | u32::from(*three.get(2).unwrap_or(&0));
        for place in 0..4 {
            let sign = SIGNS[(value >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= three.len() { char::from(sign) } else { '=' });
        }
    }
    out
}

/// A mail that says the same in another way.
fn variant(own: &str, chance: &mut Chance) -> Vec<u8> {
    let (plain, html) = bodies(own, chance);
    let head = "From: Ann Example <ann@example.org>\r\nTo: gm@example.org\r\nSubject: Re: orders\r\nMessage-ID: <v@example.org>\r\nDate: Tue, 02 Jun 2026 09:30:00 +0200\r\nMIME-Version: 1.0\r\n";
    let plain = |chance: &mut Chance| part("text/plain", &plain, chance);
    let html = |chance: &mut Chance| part("text/html", &html, chance);
    let stub = "Your program shows no HTML: open this message in another.\n";
    let body = match chance.of(7) {
        0 => plain(chance),
        1 => html(chance),
        2 => multipart("alternative", "a", &[plain(chance), html(chance)]),
        3 => multipart("alternative", "a", &[part("text/plain", stub, chance), html(chance)]),
        4 => multipart("alternative", "a", &[part("text/plain", " \n", chance), html(chance)]),
        5 => multipart("mixed", "m", &[
            plain(chance),
            "Content-Type: text/plain; name=\"old.txt\"\r\nContent-Disposition: attachment; filename=\"old.txt\"\r\n\r\n17 stay\r\nPASS\r\n".into(),
        ]),
        _ => {
            let inner = multipart("alternative", "a", &[plain(chance), html(chance)]);
            multipart("mixed", "m", &[
                inner,
                "Content-Type: message/rfc822\r\n\r\nFrom: bob@example.org\r\nSubject: orders\r\n\r\n17 stay\r\nWITHDRAW\r\n".into(),
            ])
        }
    };
    format!("{head}{body}").into_bytes()
}

fn multipart(kind: &str, boundary: &str, parts: &[String]) -> String {
    let parts: String = parts.iter().map(|part| format!("--=_{boundary}\r\n{part}")).collect();
    format!(
        "Content-Type: multipart/{kind}; boundary=\"=_{boundary}\"\r\n\r\n{parts}--=_{boundary}--\r\n\r\n"
    )
}

/// How many variants are tried where nobody says: `OVERWINTER_MAIL_VARIANTS=1000000` tries a million.
const VARIANTS: usize = 4_000;

// rules: PS-ORD-01
#[test]
fn orders_never_change_by_quoting_forwarding_encoding_or_signing() {
    let wanted = std::env::var("OVERWINTER_MAIL_VARIANTS").ok();
    let wanted = wanted.map_or(VARIANTS, |count| count.parse().expect("a number of variants"));
    let (game, position) = island();
    let letters: Vec<(String, String, Vec<String>)> = corpus()
        .into_iter()
        .filter(|sample| sample.expected.kind.is_empty())
        .filter_map(|sample| {
            let message = Message::read(&sample.bytes).unwrap();
            // Quotations inside of press belong to it only where they stand.
            let own = message.written.own();
            let press = message.written.lines.iter().any(|line| line.text.trim() == "PRESS");
            (!own.is_empty() && !press).then_some((sample.name, own, sample.expected.orders))
        })
        .collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from).min(8);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let share = |thread: usize| {
            let (letters, game, position) = (&letters, &game, &position);
            move || {
                let desk = ReaderDesk {
                    island: &position.island,
                    rulings: game.rulings(),
                    species: Kind::at(0),
                    shared: false,
                    at_table: false,
                };
                let mut faults = Vec::new();
                for number in (thread..wanted).step_by(threads) {
                    let seed = Seed::from_number(number as u64);
                    let mut chance = Chance { dice: Dice::seeded(seed) };
                    let (name, own, expected) = &letters[number % letters.len()];
                    let bytes = variant(own, &mut chance);
                    let message = Message::read(&bytes).unwrap();
                    let reading = reader::read_written(&message.written, desk);
                    let clean = !reading.withdraws && !reading.amends && !reading.wrong_round;
                    if orders(&reading) != *expected || !clean {
                        faults.push(format!(
                            "variant {number} of {name}:\n  read {:?}\n  expected {expected:?}\n--- own\n{}\n--- mail\n{}",
                            orders(&reading),
                            message.written.own(),
                            shown(&message, &bytes)
                        ));
                        if faults.len() > 3 {
                            break;
                        }
                    }
                }
                faults
            }
        };
        let running: Vec<_> = (0..threads).map(|thread| scope.spawn(share(thread))).collect();
        running.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    });
    println!("{wanted} variants of {} letters", letters.len());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// A message for somebody who looks for what went wrong: each line with whose it is.
fn shown(message: &Message, bytes: &[u8]) -> String {
    let sign = |part: Part| match part {
        Part::Own => ' ',
        Part::Quoted => '>',
        Part::Signature => '~',
    };
    let lines = message.written.lines.iter();
    let lines: Vec<String> =
        lines.map(|line| format!("{} {}", sign(line.part), line.text)).collect();
    format!("{}\n--- bytes\n{}", lines.join("\n"), String::from_utf8_lossy(bytes))
}
