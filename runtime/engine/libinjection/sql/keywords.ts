/** The words and phrases of SQL dialects and their token types (docs/spec/libinjection.md#keywords). */
import type { ByteString } from '../../bytes/byte-string.ts';
import type { TokenType } from './token.ts';

/** Words of type `n` are left out, because unknown words get this type. */
const words: readonly (readonly [TokenType, string])[] = [
  [
    'f',
    `
    abs acos adddate addtime aes_decrypt aes_encrypt age any applock_mode applock_test app_name
    array_agg array_cat array_dim array_fill array_length array_lower array_ndims array_prepend
    array_to_json array_to_string array_upper ascii asin assemblyproperty asymkey_id atan atan2
    avg benchmark bin binbinary bit_and bit_count bit_length bit_or bit_xor bool_and bool_or btrim
    cast cbool cbrt cbyte ccur cdate cdbl ceil ceiling certencoded certprivatekey cert_id
    cert_property changes char character_length charindex charset char_length chdir chdrive
    checksum_agg choose chr cint clng clock_timestamp coalesce coercibility collation
    collationproperty columnproperty columns_updated col_length col_name compress concat concat_ws
    connection_id conv convert convert_from convert_to convert_tz cos cot count crc32 csng
    ctxsys.drithsx.sn cume_dist curdate curdir currentuser current_database current_query
    current_schema current_schemas current_setting currval cursor_status curtime cvar
    databasepropertyex database_principal_id datalength date dateadd datediff datefromparts
    datename datepart dateserial datetime2fromparts datetimefromparts datetimeoffsetfromparts
    datevalue date_add date_format date_part date_sub date_trunc davg day dayname dayofmonth
    dayofweek dayofyear dbms_lock.sleep dbms_pipe.receive_message dbms_utility.sqlid_to_sqlhash
    db_id db_name dcount decode decryptbyasmkey decryptbycert decryptbykey decryptbykeyautocert
    decryptbypassphrase degrees dense_rank des_decrypt des_encrypt dfirst difference dlast dlookup
    dmax dmin dsum elt encode encrypt encryptbyasmkey encryptbycert encryptbykey
    encryptbypassphrase enum_first enum_last enum_range eomonth eventdata exists exp export_set
    extract extractvalue extract_value field filedatetime filegroupproperty filegroup_id
    filegroup_name filelen fileproperty filetoblob filetoclob file_id file_idex file_name
    find_in_set first_value floor fn_virtualfilestats format found_rows from_base64 from_days
    from_unixtime fulltextcatalogproperty fulltextserviceproperty generate_series
    generate_subscripts getattr getdate getutcdate get_bit get_byte get_format get_lock greatest
    grouping grouping_id group_concat hashbytes has_perms_by_name hex host_name hour identify
    ident_current ident_incr ident_seed if iff ifnull iif indexkey_property indexproperty
    index_col inet_aton inet_ntoa initcap instr instrrev isdate isempty isfinite isnull isnumeric
    is_free_lock is_member is_objectsigned is_rolemember is_srvrolemember is_used_lock json_keys
    julianday justify_days justify_hours justify_interval key_guid key_id lag lastval
    last_insert_id last_insert_rowid last_value lcase lead least left length ln load_extension
    load_file locate log log10 log2 lower lower_inc lower_inf lpad ltrim makedate make_set masklen
    master_pos_wait max md5 microsecond mid min minute mkdir month monthname name_const netmask
    nextval now nth_value ntile nullif nz objectproperty objectpropertyex object_definition
    object_id object_name object_schema_name oct octet_length old_password opendatasource
    openquery openrowset openxml ord original_db_name original_login overlaps overlay parsename
    pathindex patindex percentile_count percentile_disc percentile_rank percent_rank period_add
    period_diff permissions pg_advisory_lock pg_backend_pid pg_cancel_backend pg_client_encoding
    pg_conf_load_time pg_create_restore_point pg_has_role pg_is_in_recovery
    pg_is_other_temp_schema pg_listening_channels pg_ls_dir pg_my_temp_schema
    pg_postmaster_start_time pg_read_binary_file pg_read_file pg_reload_conf pg_rotate_logfile
    pg_sleep pg_start_backup pg_stat_file pg_stop_backup pg_switch_xlog pg_terminate_backend
    pg_trigger_depth pi position pow power publishingservername pwdcompare pwdencrypt quarter
    quote quotename quote_ident quote_literal quote_nullable radians rand random randomblob rank
    regexp_instr regexp_matches regexp_replace regexp_split_to_array regexp_split_to_table
    regexp_substr release_lock replicate reverse round row row_count row_number row_to_json rpad
    rtrim schama_name schema_id scope_identity sec_to_time serverproperty session_user setattr
    setseed setval set_bit set_byte set_config set_masklen sha sha1 sha2 sign signbyasmkey
    signbycert sin sleep smalldatetimefromparts some soundex space split_part sqlite_version
    sql_variant_property sqrt statement_timestamp stats_date stddev stddev_pop stddev_samp strcmp
    strcomp strconv string_agg string_to_array strpos str_to_date stuff subdate substr substring
    substring_index subtime sum suser_id suser_name suser_sid suser_sname switchoffet
    sys.fn_builtin_permissions sys.fn_get_audit_file sys.fn_my_permissions sys.stragg sysdate
    sysdatetime sysdatetimeoffset system_user sysutcdatetme tan tertiary_weights textpos textptr
    textvalid timediff timefromparts timeofday timeserial timestampadd timevalue time_format
    time_to_sec todatetimeoffset total total_changes to_ascii to_base64 to_char to_date to_days
    to_hex to_number to_seconds to_timestamp transaction_timestamp translate trigger_nestlevel
    trim trunc truncate try_cast try_convert try_parse typeof typeproperty type_id type_name ucase
    uncompress uncompress_length unhex unicode unix_timestamp unnest updatexml upper upper_inc
    upper_inf user_lock.sleep using utl_http.request utl_inaddr.get_host_address
    utl_inaddr.get_host_name uuid uuid_short var variance varp var_pop var_samp
    verifysignedbyasmkey verifysignedbycert version week weekday weekdayname weekofyear
    width_bucket xmlagg xmlcomment xmlconcat xmlelement xmlexists xmlforest xmlformat xmlpi
    xmlroot xmltype xml_is_well_formed xpath xpath_exists year yearweek zeroblob
    `,
  ],
  [
    'k',
    `
    abort accessible against all_users alter analyze as asc asensitive autoincrement before blob
    both cascade change column condition constraint continue count_big cursor databases day_hour
    day_microsecond day_minute day_second dec default delay delayed desc describe deterministic
    distinct distinctrow each else elseif enclosed escaped exit explain fetch force foreign from
    fulltext function grant high_priority hour_microsecond hour_minute hour_second ignore in index
    infile inner inout insensitive interval into iterate join keys kill leading leave linear lines
    load longblob longtext loop low_priority master_bind master_ssl_verify_server_cert match
    maxvalue mediumblob mediumint mediumtext merge middleint minute_microsecond minute_second
    modifies notnull nowait no_write_to_binlog offset one_shot open optimize option optionally
    outfile own3d partition precision primary procedure purge range read reads read_write
    references release rename repeat replace require resignal restrict return revoke schema
    schemas second_microsecond sensitive separator signal similar spatial specific sql
    sqlexception sqlstate sqlwarning sql_big_result sql_buffer_result sql_cache
    sql_calc_found_rows sql_no_cache sql_small_result ssl starting straight_join syscolumns
    sysobjects sysusers terminated then time tinyblob tinyint tinytext top trigger undo unlock
    unsigned usage utc_date utc_time utc_timestamp values varbinary varcharacter varying wait when
    where xp_execresultset year_month zerofill
    `,
  ],
  [
    't',
    `
    anyarray anyelement anynonarry bigint bigserial binary boolean bytea character cstring decimal
    double float float4 float8 int int1 int2 int3 int4 int8 integer money numeric oid real
    regclass regconfig regdictionary regoper regoperator regproc regprocedure regtype serial
    serial2 serial4 serial8 smallint smallserial text timestamp varchar void _armscii8 _ascii
    _big5 _binary _cp1250 _cp1251 _cp1257 _cp850 _cp852 _cp866 _cp932 _dec8 _eucjpms _euckr
    _gb2312 _gbk _geostd8 _greek _hebrew _hp8 _keybcs2 _koi8r _koi8u _latin1 _latin2 _latin5
    _latin7 _macce _macroman _sjis _swe7 _tis620 _ujis _usc2 _utf8
    `,
  ],
  [
    'o',
    `
    !! !< != !> %= &= *= += -= /= :: := << <= <> <@ >= >> @> between div eqv is like mod not
    regexp rlike sounds uescape ^= |/ |= ~*
    `,
  ],
  [
    'T',
    `
    begin call declare delete drop exec execute go goto handler print shutdown try use while
    `,
  ],
  [
    'v',
    `
    current_date current_path current_server current_time current_timestamp current_timezone
    current_user localtime localtimestamp null unknown
    `,
  ],
  ['E', 'case create insert raiseerror select set update'],
  ['U', 'except intersect union uni_on'],
  [
    '1',
    `
    binary_double_infinity binary_double_nan binary_float_infinity binary_float_nan false true
    `,
  ],
  ['B', 'having limit'],
  ['&', '&& and or xor ||'],
  ['A', 'collate'],
];

/** Entries of type `n` are the beginnings of longer phrases. */
const phrases: readonly (readonly [TokenType, string])[] = [
  ['f', 'if exists, if not, if not exists, procedure analyse'],
  [
    'k',
    `
    alter domain, alter table, at time zone, cross join, for update, for update nowait, for update
    of, for update skip, for update skip locked, for update wait, full join, full outer, full
    outer join, in boolean mode, inner join, into dumpfile, into outfile, left join, left outer,
    left outer join, lock in share mode, lock table, lock tables, natural full, natural full outer
    join, natural inner, natural join, natural left, natural left outer, natural left outer join,
    natural outer, natural right, natural right outer join, next value for, not in, previous value
    for, read write, right join, right outer, right outer join, with rollup
    `,
  ],
  ['t', 'character varying, double precision'],
  [
    'o',
    `
    is distinct from, is not, is not distinct from, not between, not like, not regexp, not rlike,
    not similar, not similar to, similar to, sounds like
    `,
  ],
  [
    'n',
    `
    at time, create or, in boolean, is distinct, is not distinct, lock in, lock in share, next
    value, previous value
    `,
  ],
  [
    'T',
    `
    begin declare, begin goto, begin try, begin try declare, create or replace, insert delayed
    into, insert high_priority into, insert ignore into, insert into, insert low_priority into,
    load data, load xml
    `,
  ],
  [
    'v',
    `
    current date, current degree, current function, current function path, current path, current
    schema, current server, current time, current timezone
    `,
  ],
  [
    'E',
    `
    execute as, execute as login, insert delayed, insert high_priority, insert ignore, insert
    low_priority, select all, select distinct, waitfor delay, waitfor receive, waitfor time
    `,
  ],
  ['U', 'intersect all, union all, union all distinct, union distinct, union distinct all'],
  ['B', 'group by, order by, own3d by, partition by'],
];

/** Lower-case word or phrase -> type. */
const types = new Map<string, TokenType>();
const beginnings = new Set<string>();
/** By first byte, second byte and length, 5 bits each: 684 of 32,768 entries belong to some keyword. */
const plausible = new Uint8Array(1 << 15);
/** Bits of `plausible`: the shape of some keyword, and of some beginning of a phrase. */
const [KEYWORD, BEGINNING] = [1, 2];

export const keywordTypes: ReadonlyMap<string, TokenType> = types;

// This runs when the module is loaded, so it creates no intermediate lists.
for (const [type, text] of words) {
  for (const word of inOneLine(text).split(' ')) addKeyword(word, type);
}
for (const [type, text] of phrases) {
  for (const phrase of inOneLine(text).split(', ')) {
    addKeyword(phrase, type);
    for (let end = phrase.indexOf(' '); end !== -1; end = phrase.indexOf(' ', end + 1)) {
      addBeginning(phrase.slice(0, end));
    }
  }
}

function inOneLine(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

function addKeyword(text: string, type: TokenType): void {
  types.set(text, type);
  addShape(text, KEYWORD);
}

function addBeginning(text: string): void {
  beginnings.add(text);
  addShape(text, BEGINNING);
}

function addShape(text: string, bit: number): void {
  const shape = shapeOf(text, 0, text.length);
  plausible[shape] = (plausible[shape] ?? 0) | bit;
}

function shapeOf(text: ByteString, start: number, end: number): number {
  const second = end - start > 1 ? text.charCodeAt(start + 1) : 0;
  return (text.charCodeAt(start) & 31) | ((second & 31) << 5) | (((end - start) & 31) << 10);
}

function hasShape(text: ByteString, start: number, end: number, bit: number): boolean {
  return ((plausible[shapeOf(text, start, end)] ?? 0) & bit) !== 0;
}

/**
 * Returns false when the bytes from `start` to `end` (1 or more) are no keyword, in any letter case. Avoids the look-up
 * of most words.
 */
export function mayBeKeyword(text: ByteString, start: number, end: number): boolean {
  return hasShape(text, start, end, KEYWORD);
}

/** Returns false when no longer phrase begins with the bytes from `start` to `end`, in any letter case. */
export function mayBeginPhrase(text: ByteString, start: number, end: number): boolean {
  return hasShape(text, start, end, BEGINNING);
}

/** Returns the type of a word, or of several joined by one space, in lower case; undefined: no keyword. */
export function keywordType(text: ByteString): TokenType | undefined {
  return mayBeKeyword(text, 0, text.length) ? keywordTypes.get(text) : undefined;
}

/** Returns whether more words could extend the text to a phrase. Avoids joining most pairs of tokens. */
export function beginsPhrase(text: ByteString): boolean {
  return mayBeginPhrase(text, 0, text.length) && beginnings.has(text);
}
