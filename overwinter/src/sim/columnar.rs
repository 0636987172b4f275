//! All games of a simulation as a columnar file: Parquet, for programs that read millions of rows.

use super::Plan;
use super::checkpoint::Checkpoint;
use parquet::data_type::{DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;

/// Games of one group of the file.
const GROUP: usize = 65_536;

/// The columnar file: the cell's number, the game's, and a column of floating-point numbers for each
/// thing measured; what a game does not have is not a number.
pub fn write(path: &Path, folder: &Path, plan: &Plan) -> Result<(), ParquetError> {
    let names: String =
        plan.columns.iter().map(|c| format!("REQUIRED DOUBLE {};", plain(&c.name))).collect();
    let schema = format!("message games {{ REQUIRED INT64 cell; REQUIRED INT64 game; {names} }}");
    let schema = Arc::new(parse_message_type(&schema)?);
    let properties = Arc::new(WriterProperties::builder().build());
    let file = File::create(path).map_err(|error| ParquetError::General(error.to_string()))?;
    let mut writer = SerializedFileWriter::new(file, schema, properties)?;
    let width = plan.columns.len();
    let (mut rows, mut first) = (Vec::with_capacity(GROUP.min(1024) * width), 0);
    let mut done = Ok(());
    let replayed = Checkpoint::replay(folder, width, |place, values| {
        rows.extend_from_slice(values);
        if done.is_ok() && rows.len() >= GROUP * width {
            done = group(&mut writer, plan, first, &rows);
            first = place + 1;
            rows.clear();
        }
    });
    replayed.map_err(|error| ParquetError::General(error.to_string()))?;
    done?;
    if !rows.is_empty() {
        group(&mut writer, plan, first, &rows)?;
    }
    writer.close().map(drop)
}

fn group(
    writer: &mut SerializedFileWriter<File>,
    plan: &Plan,
    first: u64,
    rows: &[f64],
) -> Result<(), ParquetError> {
    let width = plan.columns.len();
    let count = (rows.len() / width) as u64;
    let mut group = writer.next_row_group()?;
    for part in 0..2 {
        let number = |place: u64| match part {
            0 => (place / plan.games) as i64,
            _ => (place % plan.games) as i64,
        };
        let numbers: Vec<i64> = (first..first + count).map(number).collect();
        if let Some(mut column) = group.next_column()? {
            column.typed::<Int64Type>().write_batch(&numbers, None, None)?;
            column.close()?;
        }
    }
    for index in 0..width {
        let values: Vec<f64> = rows.iter().skip(index).step_by(width).copied().collect();
        if let Some(mut column) = group.next_column()? {
            column.typed::<DoubleType>().write_batch(&values, None, None)?;
            column.close()?;
        }
    }
    group.close().map(drop)
}

/// A name without what a schema cannot hold.
fn plain(name: &str) -> String {
    name.chars().map(|letter| if letter.is_ascii_alphanumeric() { letter } else { '_' }).collect()
}
