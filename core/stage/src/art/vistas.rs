//! What can be seen at places that are drawn as landscapes: silhouettes in a box of 460 by 250, on its lower edge.

use crate::ground::Vista;

/// How wide and how high the box is in which a vista is drawn.
pub const VISTA: (i32, i32) = (460, 250);

/// The silhouette of a vista as path data, filled by the even-odd rule.
pub fn silhouette(vista: Vista) -> &'static str {
    match vista {
        Vista::Pines => {
            "M14 184l10 26h-4l10 19h-3L30 246H-2L8 229h-4l5-19zM37 162l10 35h-4l10 25h-3L54 246\
             H19L31 222h-4l5-25zM59 196l9 21h-4l9 15h-3L75 246H44L54 232h-4l5-15zM82 172l10 31\
             h-4l10 22h-3L99 246H65L76 225h-4l5-22zM104 150l11 40h-4l11 29h-4L122 246H87L98 219\
             h-4l5-29zM127 188l10 24h-4l10 17h-3L143 246H111L121 230h-4l5-17zM150 166l10 34h-4\
             l10 24h-3L167 246H133L144 224h-4l5-24zM172 180l10 28h-4l10 20h-3L189 246H156\
             L166 228h-4l5-20zM195 146l11 42h-4l11 30h-4L213 246H177L188 218h-4l5-30zM217 192\
             l9 23h-4l9 16h-3L233 246H202L212 231h-4l5-16zM240 168l10 33h-4l10 23h-3L257 246H223\
             L234 224h-4l5-23zM263 186l10 25h-4l10 18h-3L279 246H247L257 229h-4l5-18zM285 158\
             l10 37h-4l10 26h-3L303 246H268L279 221h-4l5-26zM308 176l10 29h-4l10 21h-3L324 246\
             H291L302 226h-4l5-21zM330 194l9 22h-4l9 16h-3L346 246H315L325 231h-4l5-16zM353 164\
             l10 34h-4l10 25h-3L370 246H336L347 223h-4l5-25zM376 182l10 27h-4l10 19h-3L392 246\
             H359L370 228h-4l5-19zM398 154l11 39h-4l11 28h-4L416 246H381L392 220h-4l5-28z\
             M421 190l9 24h-4l9 17h-3L437 246H405L415 230h-4l5-17zM443 170l10 32h-4l10 23h-3\
             L460 246H427L438 225h-4l5-23z"
        }
        Vista::Dam => {
            "M40 246L84 152L376 152L420 246zM96 136h14v16h-14zM142 136h14v16h-14zM188 136h14v16\
             h-14zM234 136h14v16h-14zM280 136h14v16h-14zM326 136h14v16h-14zM372 136h14v16h-14z\
             M118 246v-52a14 14 0 0 1 28 0v52zM170 246v-52a14 14 0 0 1 28 0v52zM222 246v-52\
             a14 14 0 0 1 28 0v52zM274 246v-52a14 14 0 0 1 28 0v52zM326 246v-52a14 14 0 0 1 28 0\
             v52z"
        }
        Vista::Camp => {
            "M18 246L18 206L66 182L114 206L114 246zM56 216h20v30h-20zM138 246v-16\
             a52 52 0 0 1 104 0v16zM166 246v-14a24 24 0 0 1 48 0v14zM300 246L312 168L298 168\
             L298 132L358 132L358 168L344 168L356 246L346 246L338 184L318 184L310 246zM308 142\
             h40v12h-40zM292 132L328 114L364 132zM384 196h6v50h-6zM408 196h6v50h-6zM432 196h6v50\
             h-6zM380 204h62v5h-62zM380 222h62v5h-62zM258 150h5v96h-5zM246 160h29v4h-29zM250 174\
             h21v4h-21z"
        }
        Vista::Towers => {
            "M16 246L16 142L26 150L36 136L50 148L64 140L74 156L74 246zM39 168h8v10h-8zM55 168h8\
             v10h-8zM23 188h8v10h-8zM55 188h8v10h-8zM23 208h8v10h-8zM39 208h8v10h-8zM84 246\
             L84 180L98 190L112 182L128 196L128 246zM107 206h8v10h-8zM140 246L140 114L152 106\
             L164 122L180 110L192 124L204 116L204 246zM163 140h8v10h-8zM179 140h8v10h-8zM147 160\
             h8v10h-8zM179 160h8v10h-8zM147 180h8v10h-8zM163 180h8v10h-8zM147 200h8v10h-8z\
             M163 200h8v10h-8zM179 200h8v10h-8zM214 246L214 162L230 152L242 170L254 162L254 246z\
             M221 188h8v10h-8zM221 208h8v10h-8zM266 246L266 134L282 144L300 128L314 144L336 132\
             L336 246zM273 160h8v10h-8zM289 160h8v10h-8zM273 180h8v10h-8zM289 180h8v10h-8z\
             M305 180h8v10h-8zM289 200h8v10h-8zM305 200h8v10h-8zM348 246L348 176L362 184L390 172\
             L390 246zM371 202h8v10h-8zM400 246L400 150L412 144L430 160L446 154L446 246zM423 176\
             h8v10h-8zM407 196h8v10h-8zM407 216h8v10h-8zM423 216h8v10h-8z"
        }
        Vista::Village => {
            "M14 246L14 196L52 166L90 196L90 246zM44 206h16v20h-16zM68 168h10v24h-10zM112 246\
             L112 204L138 204L150 186L186 186L198 204L198 246zM126 214h14v16h-14zM164 206h16v20\
             h-16zM222 246L222 176L236 176L252 112L268 176L282 176L282 246zM242 246v-34\
             a10 10 0 0 1 20 0v34zM249 100h6v20h-6zM243 105h18v5h-18zM304 246L304 206L322 190\
             L336 202L348 184L372 206L372 246zM318 216h14v14h-14zM388 246L388 190L416 164\
             L446 190L446 246zM408 200h18v18h-18z"
        }
        Vista::Shaft => {
            "M4 236L50 176L86 206L132 140L178 206L200 190L240 246L14 246zM300 246L330 128\
             L342 128L336 150L356 150L362 128L374 128L404 246L390 246L374 186L330 186L314 246z\
             M328 122a24 24 0 1 0 48 0a24 24 0 1 0-48 0zM338 122a14 14 0 1 0 28 0\
             a14 14 0 1 0-28 0zM336 196h32v8h-32zM406 246L406 206L446 196L446 246zM418 214h16v14\
             h-16zM250 246L262 218L296 218L288 246z"
        }
        Vista::Ship => {
            "M26 196L330 196L346 150L410 150L410 196L436 196L404 246L66 246zM58 166h40v26h-40z\
             M102 166h40v26h-40zM146 166h40v26h-40zM190 166h40v26h-40zM234 166h40v26h-40z\
             M278 166h40v26h-40zM80 136h40v26h-40zM124 136h40v26h-40zM168 136h40v26h-40zM212 136\
             h40v26h-40zM102 106h40v26h-40zM356 160h12v12h-12zM376 160h12v12h-12zM352 128h50v20\
             h-50zM372 104h12v24h-12z"
        }
        Vista::Fair => {
            "M274 160a62 62 0 1 0 124 0a62 62 0 1 0-124 0zM281 160a55 55 0 1 0 110 0\
             a55 55 0 1 0-110 0zM336 162L391 173L391 169L336 158zM395 173a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM334 161L365 208L368 206L338 159zM366 216a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM334 160L323 215L327 215L338 160zM316 226a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM335 158L288 189L290 192L337 162zM273 197a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM336 158L281 147L281 151L336 162zM263 147a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM338 159L307 112L304 114L334 161zM292 104a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM338 160L349 105L345 105L334 160zM342 94a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM337 162L384 131L382 128L335 158zM385 123a7 7 0 1 0 14 0\
             a7 7 0 1 0-14 0zM298 246L332 160L340 160L374 246L362 246L336 180L310 246zM22 246\
             L22 206L74 160L126 206L126 246zM64 246L74 206L84 246zM72 142h4v20h-4zM76 142L96 149\
             L76 156zM146 246L146 216L186 190L226 216L226 246zM184 176h4v16h-4zM188 176L204 182\
             L188 188zM178 246L186 220L194 246zM408 206h6v40h-6zM428 206h6v40h-6zM400 200h42v8\
             h-42z"
        }
        Vista::Trucks => {
            "M26 176h86v46h-86zM116 222L116 188L140 188L154 204L154 222zM124 194L137 194L145 204\
             L124 204zM34 226a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM78 226a12 12 0 1 0 24 0\
             a12 12 0 1 0-24 0zM122 226a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM168 176h86v46h-86z\
             M258 222L258 188L282 188L296 204L296 222zM266 194L279 194L287 204L266 204zM176 226\
             a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM220 226a12 12 0 1 0 24 0a12 12 0 1 0-24 0z\
             M264 226a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM310 176h86v46h-86zM400 222L400 188\
             L424 188L438 204L438 222zM408 194L421 194L429 204L408 204zM318 226a12 12 0 1 0 24 0\
             a12 12 0 1 0-24 0zM362 226a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM406 226\
             a12 12 0 1 0 24 0a12 12 0 1 0-24 0zM12 240h436v4h-436z"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_vista_is_drawn_and_stays_in_its_box() {
        for vista in Vista::ALL {
            let data = silhouette(vista);
            // Where a part of it begins is written from the corner of the box.
            let begins = data.split('M').skip(1).map(|part| {
                let end = part.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(part.len());
                let mut at = part[..end].split(' ').map(|number| number.parse::<f64>().unwrap());
                (at.next().unwrap(), at.next().unwrap())
            });
            let begins: Vec<(f64, f64)> = begins.collect();
            assert!(begins.len() > 2, "{vista:?}");
            let within = |(x, y): &(f64, f64)| {
                (0.0..=f64::from(VISTA.0)).contains(x) && (0.0..=f64::from(VISTA.1)).contains(y)
            };
            assert!(begins.iter().all(within), "{vista:?}: {begins:?}");
        }
    }
}
