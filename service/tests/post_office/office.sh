# A post office of a test: Postfix takes mail, Dovecot delivers it and hands it out by IMAP, all in one folder and on this
# machine alone. Run as root: office.sh begin|end FOLDER SMTP IMAP LMTP
set -e
what=$1 folder=$2 smtp=$3 imap=$4 lmtp=$5

if [ "$what" = end ]; then
    postfix -c "$folder/conf" stop >/dev/null 2>&1 || true
    [ -f "$folder/run/master.pid" ] && kill "$(cat "$folder/run/master.pid")" || true
    rm -rf "$folder"
    exit 0
fi

mkdir -p "$folder/run" "$folder/state" "$folder/mail" "$folder/queue" "$folder/data" "$folder/conf"
chmod 755 "$folder"
chown dovecot "$folder/mail"
chown postfix "$folder/data"

cat >"$folder/dovecot.conf" <<END
base_dir = $folder/run
state_dir = $folder/state
log_path = $folder/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
mail_location = maildir:$folder/mail/%n
first_valid_uid = 1
recipient_delimiter = +
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=dovecot gid=dovecot home=$folder/mail/%n
}
service imap-login {
  chroot =
  inet_listener imap {
    address = 127.0.0.1
    port = $imap
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $lmtp
  }
}
END

cat >"$folder/conf/main.cf" <<END
compatibility_level = 3.6
queue_directory = $folder/queue
data_directory = $folder/data
maillog_file = $folder/postfix.log
maillog_file_prefixes = $folder
mail_owner = postfix
setgid_group = postdrop
myhostname = mail.example.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
virtual_mailbox_domains = example.test
virtual_mailbox_maps = static:all
virtual_transport = lmtp:inet:127.0.0.1:$lmtp
virtual_alias_maps = inline:{ { ann@gone.test = ann@nowhere.invalid } }
virtual_alias_domains = gone.test
transport_maps = inline:{ { nowhere.invalid = error:5.1.1 nobody has this address } }
recipient_delimiter = +
smtpd_relay_restrictions = permit_mynetworks, reject
smtputf8_enable = no
alias_maps =
alias_database =
local_recipient_maps =
queue_minfree = 0
END

cat >"$folder/conf/master.cf" <<END
127.0.0.1:$smtp inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
END

# They go on by themselves: nobody waits for what they say.
dovecot -c "$folder/dovecot.conf" >"$folder/begin.log" 2>&1 </dev/null
postfix -c "$folder/conf" start >>"$folder/begin.log" 2>&1 </dev/null
