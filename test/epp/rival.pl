# Plays another registrar with Net::EPP (Debian's libnet-epp-perl): one command per line on standard
# input, such as "request example.com CODE", and one JSON object per answer.
use strict;
use warnings;
use JSON::PP;
use Net::EPP::Simple;
use Net::EPP::Frame::Command::Poll::Req;
use Net::EPP::Frame::Command::Poll::Ack;

my ($host, $port, $user, $pass, $authority) = @ARGV;
$| = 1;
# The library warns about the auth code that it leaves out of questions.
$SIG{__WARN__} = sub { print STDERR @_ if $_[0] !~ m{/Net/EPP/} };
my $epp = Net::EPP::Simple->new(
    host        => $host,
    port        => $port,
    user        => $user,
    pass        => $pass,
    verify      => 1,
    ca_file     => $authority,
    timeout     => 60,
    reconnect   => 0,
    load_config => 0,
) or die "No session: $Net::EPP::Simple::Error\n";

while (my $line = <STDIN>) {
    my ($op, $name, $code) = split ' ', $line;
    last if !defined $op;
    print encode_json($op eq 'poll' ? poll() : transfer($op, $name, $code)), "\n";
}
$epp->logout;

sub transfer {
    my ($op, $name, $code) = @_;
    my $method = "domain_transfer_$op";
    my $data = $epp->$method($name, $code // '', 1);
    return { code => $Net::EPP::Simple::Code + 0, ref $data ? (data => $data) : () };
}

# The oldest message, which is acknowledged.
sub poll {
    my $message = $epp->request(Net::EPP::Frame::Command::Poll::Req->new);
    my $queue = $message->getElementsByLocalName('msgQ')->shift;
    return { code => $message->code + 0 } if !$queue;
    my $acknowledgement = Net::EPP::Frame::Command::Poll::Ack->new;
    $acknowledgement->setMsgID($queue->getAttribute('id'));
    $epp->request($acknowledgement);
    my %data;
    if (my $transfer = $message->getElementsByLocalName('trnData')->shift) {
        $data{ $_->localName } = $_->textContent for $transfer->childNodes;
    }
    return { code => $message->code + 0, data => \%data };
}
